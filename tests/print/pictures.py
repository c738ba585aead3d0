"""Readers of GIF and PNG files that owe nothing to the libraries by which the program writes them."""
import struct
import zlib


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        taken = self.data[self.at:self.at + count]
        if len(taken) < count:
            raise ValueError("the file ends too early")
        self.at += count
        return taken

    def byte(self):
        return self.take(1)[0]

    def short(self):
        return int.from_bytes(self.take(2), "little")

    def blocks(self):
        """Sub-blocks up to the empty one."""
        whole = b""
        while count := self.byte():
            whole += self.take(count)
        return whole


def unpack(data, least, wanted):
    """The indices that a GIF's codes stand for (its appendix F)."""
    clear, end = 1 << least, (1 << least) + 1
    start = [bytes([i]) for i in range(clear)] + [b"", b""]
    table, bits, before, out = list(start), least + 1, None, bytearray()
    held = count = at = 0
    while True:
        while count < bits:
            held |= data[at] << count
            at += 1
            count += 8
        code = held & (1 << bits) - 1
        held >>= bits
        count -= bits
        if code == clear:
            table, bits, before = list(start), least + 1, None
            continue
        if code == end:
            break
        if code < len(table):
            word = table[code]
        elif code == len(table) and before:
            word = before + before[:1]
        else:
            raise ValueError(f"code {code} stands for nothing")
        out += word
        if before and len(table) < 4096:
            table.append(before + word[:1])
            if len(table) == 1 << bits and bits < 12:
                bits += 1
        before = word
    if len(out) != wanted:
        raise ValueError(f"{len(out)} pixels instead of {wanted}")
    return out


class Gif:
    """frames: (delay in hundredths, box, has any pixel of it changed?); shown: whole pictures, as rows of
    RGB triples, of those frames that are asked for, and of the last one as number -1"""

    def __init__(self, data, asked=()):
        file = Reader(data)
        if file.take(6) != b"GIF89a":
            raise ValueError("no animated GIF")
        self.width, self.height, packed = file.short(), file.short(), file.byte()
        file.take(2)
        self.colors = self.read_colors(file, packed)
        self.repeats, self.frames, self.shown = None, [], {}
        screen = bytearray(3 * self.width * self.height)
        control = (0, 0, None)
        while (kind := file.byte()) != 0x3B:
            if kind == 0x21:
                control = self.read_extension(file) or control
            elif kind == 0x2C:
                self.read_picture(file, control, screen)
                if len(self.frames) - 1 in asked:
                    self.shown[len(self.frames) - 1] = bytes(screen)
            else:
                raise ValueError(f"block {kind:#x} at {file.at - 1}")
        if file.at != len(data):
            raise ValueError("there is something behind the end")
        self.shown[-1] = bytes(screen)

    def read_colors(self, file, packed):
        if not packed & 0x80:
            raise ValueError("no colours for all pictures")
        return [file.take(3) for _ in range(2 << (packed & 7))]

    def read_extension(self, file):
        label, first = file.byte(), file.take(file.byte())
        rest = file.blocks()
        if label == 0xFF and first == b"NETSCAPE2.0":
            self.repeats = int.from_bytes(rest[1:3], "little")
        if label != 0xF9:
            return None
        packed, delay, clear = struct.unpack("<BHB", first)
        return delay, packed >> 2 & 7, clear if packed & 1 else None

    def read_picture(self, file, control, screen):
        left, top, wide, high, packed = (*(file.short() for _ in range(4)), file.byte())
        if packed & 0xC0:
            raise ValueError("colours of its own, or interlaced")
        if left + wide > self.width or top + high > self.height:
            raise ValueError("a picture goes beyond the screen")
        least = file.byte()
        pixels = unpack(file.blocks(), least, wide * high)
        delay, disposal, clear = control
        if disposal not in (0, 1):
            raise ValueError("what was painted is taken away again")
        changed = False
        for i, index in enumerate(pixels):
            if index != clear:
                at = 3 * ((top + i // wide) * self.width + left + i % wide)
                changed = changed or screen[at:at + 3] != self.colors[index]
                screen[at:at + 3] = self.colors[index]
        self.frames.append((delay, (left, top, wide, high), changed))


def read_png(data):
    """(width, height, RGB bytes) of a picture with 8 bits a channel"""
    at, body, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        content = data[at + 8:at + 8 + length]
        head = struct.unpack(">IIBBBBB", content) if kind == b"IHDR" else head
        body += content if kind == b"IDAT" else b""
        at += 12 + length
    width, height, depth, color = head[:4]
    channels = {2: 3, 6: 4}[color]
    if depth != 8:
        raise ValueError("not 8 bits a channel")
    raw, stride, out = zlib.decompress(body), channels * width, bytearray()
    before = bytearray(stride)
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a = row[i - channels] if i >= channels else 0
            b, c = before[i], before[i - channels] if i >= channels else 0
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[i] = row[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        out += row if channels == 3 else b"".join(row[i:i + 3] for i in range(0, stride, 4))
        before = row
    return width, height, bytes(out)
