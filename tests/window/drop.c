/* Drops a file on a window, as a file manager does: drop WINDOW FILE.
 *
 * The source's half of the XDND protocol, version 5: enter, position, drop, and the answer to the
 * one question of the window, what was dropped. Fails with status 1 when the window does not take
 * the drop within ten seconds.
 */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XDND_VERSION = 5, PATIENCE_MILLISECONDS = 10000, LINE_BYTES = 4200 };

struct drag {
    Display *display;
    Window source;
    Window target;
    Atom selection;
    Atom type;
    char line[LINE_BYTES];
};

static Atom drag_atom(const struct drag *drag, const char *name)
{
    return XInternAtom(drag->display, name, False);
}

static void drag_tell(const struct drag *drag, const char *message, const long data[4])
{
    XEvent event = {.xclient = {.type = ClientMessage, .format = 32}};
    event.xclient.window = drag->target;
    event.xclient.message_type = drag_atom(drag, message);
    event.xclient.data.l[0] = (long)drag->source;
    for (int i = 0; i < 4; i++)
        event.xclient.data.l[i + 1] = data[i];
    XSendEvent(drag->display, drag->target, False, NoEventMask, &event);
    XFlush(drag->display);
}

/* Hands over the line when the window asks for it. */
static void drag_answer(const struct drag *drag, const XSelectionRequestEvent *request)
{
    XEvent answer = {.xselection = {.type = SelectionNotify}};
    answer.xselection.requestor = request->requestor;
    answer.xselection.selection = request->selection;
    answer.xselection.target = request->target;
    answer.xselection.time = request->time;
    answer.xselection.property = request->property;
    XChangeProperty(drag->display, request->requestor, request->property, drag->type, 8,
                    PropModeReplace, (const unsigned char *)drag->line, (int)strlen(drag->line));
    XSendEvent(drag->display, request->requestor, False, NoEventMask, &answer);
    XFlush(drag->display);
}

/* Serves the window until it sends this message. */
static bool drag_wait(const struct drag *drag, const char *message)
{
    Atom wanted = drag_atom(drag, message);
    struct pollfd events = {.fd = ConnectionNumber(drag->display), .events = POLLIN};
    for (;;) {
        while (XPending(drag->display) > 0) {
            XEvent event;
            XNextEvent(drag->display, &event);
            if (event.type == SelectionRequest)
                drag_answer(drag, &event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == wanted)
                return true;
        }
        if (poll(&events, 1, PATIENCE_MILLISECONDS) <= 0)
            return false;
    }
}

int main(int argument_count, char **arguments)
{
    struct drag drag = {.display = XOpenDisplay(NULL)};
    if (argument_count != 3 || !drag.display) {
        fputs("usage: drop WINDOW FILE, with DISPLAY set\n", stderr);
        return 2;
    }
    drag.target = strtoul(arguments[1], NULL, 0);
    drag.source =
        XCreateSimpleWindow(drag.display, DefaultRootWindow(drag.display), 0, 0, 1, 1, 0, 0, 0);
    drag.selection = drag_atom(&drag, "XdndSelection");
    drag.type = drag_atom(&drag, "text/uri-list");
    snprintf(drag.line, sizeof drag.line, "file://%s\r\n", arguments[2]);
    XSetSelectionOwner(drag.display, drag.selection, drag.source, CurrentTime);

    drag_tell(&drag, "XdndEnter", (long[]){(long)XDND_VERSION << 24, (long)drag.type, 0, 0});
    long middle = 300L << 16 | 300;
    drag_tell(&drag, "XdndPosition",
              (long[]){0, middle, CurrentTime, (long)drag_atom(&drag, "XdndActionCopy")});
    if (!drag_wait(&drag, "XdndStatus"))
        return 1;
    drag_tell(&drag, "XdndDrop", (long[]){0, CurrentTime, 0, 0});
    return drag_wait(&drag, "XdndFinished") ? 0 : 1;
}
