#!/bin/sh
# The libraries of the page or of Windows, static: build.sh web|windows SOURCES FOLDER; CC and AR say by what.
#
# Each source is compiled directly, with a few lines that say what a configure script would find out: by a compiler for
# another machine such a script takes minutes. What is done is kept: FOLDER/done.NAME.
set -eu
here=$(dirname "$(realpath "$0")")
system=$1
sources=$(realpath "$2")
mkdir -p "$3/include" "$3/lib"
into=$(realpath "$3")
jobs=$(getconf _NPROCESSORS_ONLN)
size_of() { echo "__SIZEOF_$1__" | $CC -E -P -; }
include=$into/include

# compile OPTION... -- FILE...: each into NAME.o here, then all into the library.
compile() {
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    # shellcheck disable=SC2016,SC2046 # the inner shell's; several words
    printf '%s\n' "$@" | xargs -P "$jobs" -I FILE sh -c '
        object=$(echo "$1" | sed "s|$2/||; s|[/+]|_|g; s|\.c$|.o|")
        shift 2
        exec "$@" -o "$object"' - FILE "$sources" $CC -O2 -w "-ffile-prefix-map=$sources=." \
        $(on windows -D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1) $options -c FILE
    $AR rcsD "$into/lib/lib$library.a" ./*.o
}

# those FOLDER NAME...: FOLDER/NAME.c each
those() {
    folder=$1
    shift
    for name; do echo "$folder/$name.c"; done
}

# have NAME...: lines of a config.h
have() {
    for name; do echo "#define HAVE_$name 1"; done
}

# on SYSTEM WORD...: those words there, nothing elsewhere
on() {
    [ "$system" != "$1" ] || { shift && echo "$@"; }
}

headers() {
    to=$1
    shift
    mkdir -p "$include/$to"
    cp -R "$@" "$include/$to"
}

build_zlib() {
    headers . "$from/zlib.h" "$from/zconf.h"
    compile -DHAVE_UNISTD_H -- "$from"/*.c
}

build_libpng1_6() {
    headers . "$from/png.h" "$from/pngconf.h"
    cp "$from/scripts/pnglibconf.h.prebuilt" "$include/pnglibconf.h"
    compile "-I$include" -- "$from"/png[!t]*.c "$from/png.c" "$from/pngtrans.c"
}

build_libjpeg_turbo() {
    version=$(sed -n 's/^set(VERSION \(.*\))/\1/p' "$from/CMakeLists.txt")
    cat > jconfig.h << END
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION $version
#define LIBJPEG_TURBO_VERSION_NUMBER $(echo "$version" | awk -F. '{ printf "%d%03d%03d", $1, $2, $3 }')
#define C_ARITH_CODING_SUPPORTED 1
#define D_ARITH_CODING_SUPPORTED 1
#define MEM_SRCDST_SUPPORTED 1
#define BITS_IN_JSAMPLE 8
END
    cat > jconfigint.h << END
#define BUILD ""
#define INLINE inline
#define THREAD_LOCAL
#define PACKAGE_NAME "libjpeg-turbo"
#define VERSION "$version"
#define SIZEOF_SIZE_T $(size_of SIZE_T)
#define FALLTHROUGH
END
    sed 's/@COPYRIGHT_YEAR@/2023/' "$from/jversion.h.in" > jversion.h
    headers . jconfig.h "$from/jpeglib.h" "$from/jmorecfg.h" "$from/jerror.h"
    # shellcheck disable=SC2046 # names without blanks
    compile -I. "-I$from" -- $(those "$from" jcapimin jcapistd jccoefct jccolor jcdctmgr jchuff jcicc jcinit jcmainct \
        jcmarker jcmaster jcomapi jcparam jcphuff jcprepct jcsample jctrans jdapimin jdapistd jdatadst jdatasrc \
        jdcoefct jdcolor jddctmgr jdhuff jdicc jdinput jdmainct jdmarker jdmaster jdmerge jdphuff jdpostct jdsample \
        jdtrans jerror jfdctflt jfdctfst jfdctint jidctflt jidctfst jidctint jidctred jquant1 jquant2 jutils jmemmgr \
        jmemnobs jaricom jcarith jdarith jsimd_none)
}

build_freetype() {
    headers freetype2 "$from"/include/*
    sed -i 's|^/\* *#define FT_CONFIG_OPTION_SYSTEM_ZLIB *\*/|#define FT_CONFIG_OPTION_SYSTEM_ZLIB|' \
        "$include/freetype2/freetype/config/ftoption.h"
    # shellcheck disable=SC2046
    compile -DFT2_BUILD_LIBRARY -DHAVE_UNISTD_H -DHAVE_FCNTL_H "-I$include/freetype2" "-I$include" -- \
        $(those "$from/src" autofit/autofit base/ftbase base/ftbbox base/ftbdf base/ftbitmap base/ftcid base/ftdebug \
        base/ftfstype base/ftgasp base/ftglyph base/ftgxval base/ftinit base/ftmm base/ftotval base/ftpatent \
        base/ftpfr base/ftstroke base/ftsynth base/ftsystem base/fttype1 base/ftwinfnt bdf/bdf bzip2/ftbzip2 \
        cache/ftcache cff/cff cid/type1cid gzip/ftgzip lzw/ftlzw pcf/pcf pfr/pfr psaux/psaux pshinter/pshinter \
        psnames/psnames raster/raster sdf/sdf sfnt/sfnt smooth/smooth svg/svg truetype/truetype type1/type1 \
        type42/type42 winfonts/winfnt)
}

build_pixman() {
    code=$from/pixman
    sed "s/@PIXMAN_VERSION_MAJOR@/0/; s/@PIXMAN_VERSION_MINOR@/42/; s/@PIXMAN_VERSION_MICRO@/2/" \
        "$code/pixman-version.h.in" > pixman-version.h
    headers pixman-1 pixman-version.h "$code/pixman.h"
    cat > config.h << END
#define PACKAGE "pixman-1"
#define HAVE_BUILTIN_CLZ 1
#define SIZEOF_LONG $(size_of LONG)
#define TLS $(on windows __thread)
#define TOOLCHAIN_SUPPORTS_ATTRIBUTE_CONSTRUCTOR 1
END
    # shellcheck disable=SC2046
    compile -DHAVE_CONFIG_H $(on windows -DUSE_SSE2) -I. "-I$code" -- $(find "$code" -maxdepth 1 -name '*.c' |
        grep -vE '(-('"$(on web 'sse2|')"'ssse3|mmx|vmx|arm-.*|mips-.*|region|timer)|/region)\.c$' | sort)
}

build_expat() {
    code=$from/expat/lib
    cat > expat_config.h << END
#define BYTEORDER 1234
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_NS 1
END
    headers . "$code/expat.h" "$code/expat_external.h"
    # shellcheck disable=SC2046
    compile -DHAVE_EXPAT_CONFIG_H -DXML_STATIC $(on web -DXML_DEV_URANDOM) $(on windows -D_CRT_RAND_S) -I. "-I$code" -- \
        $(those "$code" xmlparse xmlrole xmltok)
}

build_jansson() {
    sed 's/@json_inline@/inline/; s/@json_have_[a-z_]*@/1/' "$from/src/jansson_config.h.in" > jansson_config.h
    headers . jansson_config.h "$from/src/jansson.h"
    have STDINT_H INTTYPES_H SYS_TYPES_H UNISTD_H SYS_TIME_H FCNTL_H GETTIMEOFDAY GETPID LOCALECONV STRTOLL \
        SYNC_BUILTINS ATOMIC_BUILTINS > jansson_private_config.h
    echo '#define INITIAL_HASHTABLE_ORDER 3' >> jansson_private_config.h
    compile -DHAVE_CONFIG_H -I. "-I$from/src" -- "$from"/src/*.c
}

build_giflib() {
    headers . "$from/gif_lib.h"
    # shellcheck disable=SC2046
    compile "-I$from" -- $(those "$from" dgif_lib egif_lib gifalloc gif_err gif_hash openbsd-reallocarray quantize)
}

build_leptonlib() {
    headers leptonica "$from"/src/*.h
    echo '#define L_LITTLE_ENDIAN' > "$include/leptonica/endianness.h"
    # Nothing that is asked for needs these.
    needless="endiantest xtractprotos affinecompose bardecode baseline bilateral bilinear binarize bootnumgen. boxfunc5
        ccthin checkerboard classapp colorfill colorquant2 convertfiles dewarp. dnahash fhmtauto fhmtgen.* finditalic
        flipdetect fmorphauto jbclass libversions list maze parseprotos partify partition pixalloc pixlabel psio1
        quadtree rank readbarcode recog.* regutils selgen strokes sudoku warper watershed webpanimio"
    # shellcheck disable=SC2046,SC2086
    compile -DL_LITTLE_ENDIAN -DHAVE_LIBTIFF=0 -DHAVE_LIBJPEG=1 -DHAVE_LIBPNG=1 -DHAVE_LIBZ=1 "-I$include/leptonica" \
        "-I$from/src" "-I$include" -- $(find "$from/src" -name '*.c' | sort |
        grep -vE "/($(echo $needless | tr ' ' '|'))\.c")
}

build_libsdl2() {
    headers SDL2 "$from"/include/*.h
    # What each folder has for this system; a page has some of what POSIX has. Nothing here asks for game pads, and one
    # way to the screen beside the software's is enough. The mingw of Debian lacks a header that it says it has.
    case $system in
    web)
        options=
        others="audio/emscripten filesystem/emscripten joystick/emscripten loadso/dlopen locale/emscripten
            misc/emscripten power/emscripten render/opengles2 thread/generic timer/unix video/emscripten"
        ;;
    windows)
        sed -i -E '/define SDL_(JOYSTICK|HAPTIC|SENSOR)_/d' "$include/SDL2/SDL_config_windows.h"
        options="-DHAVE_LIBC=1 -DSDL_MAIN_HANDLED -D_INC_WINSDKVER $(printf -- '-DSDL_%s_DISABLED=1 ' HAPTIC HIDAPI \
            JOYSTICK SENSOR) $(printf -- '-DSDL_VIDEO_%s=0 ' OPENGL OPENGL_EGL OPENGL_ES2 OPENGL_WGL RENDER_D3D11 \
            RENDER_D3D12 RENDER_OGL RENDER_OGL_ES2)"
        others="audio/directsound audio/wasapi audio/winmm core/windows filesystem/windows loadso/windows locale/windows
            misc/windows power/windows render/direct3d render/direct3d11 render/direct3d12 thread/generic/SDL_syscond
            thread/windows timer/windows video/windows"
        ;;
    esac
    # shellcheck disable=SC2046,SC2086
    compile $options "-I$include/SDL2" -- $(for folder in . atomic audio audio/disk audio/dummy core cpuinfo dynapi \
        events file haptic haptic/dummy hidapi joystick joystick/dummy libm locale misc power render render/software \
        sensor sensor/dummy stdlib thread timer video video/dummy video/yuv2rgb $others; do
        find "$from/src/$folder" "$from/src/$folder.c" -maxdepth 1 -name '*.c' 2> /dev/null || true
    done | sort -u)
}

build_libsdl2_ttf() {
    headers SDL2 "$from/SDL_ttf.h"
    compile -DTTF_USE_HARFBUZZ=0 "-I$include/SDL2" "-I$include/freetype2" -- "$from/SDL_ttf.c"
}

build_fontconfig() {
    # shellcheck disable=SC2046
    have DIRENT_H FCNTL_H FT_DONE_MM_VAR FT_GET_BDF_PROPERTY FT_GET_PS_FONT_INFO FT_GET_X11_FONT_FORMAT \
        FT_HAS_PS_GLYPH_NAMES INTTYPES_H MKSTEMP RAND STDATOMIC_PRIMITIVES \
        STDINT_H STDIO_H STDLIB_H STRERROR STRINGS_H STRING_H SYS_PARAM_H SYS_STAT_H SYS_TYPES_H UNISTD_H VPRINTF \
        $(on web LINK LSTAT MKDTEMP RANDOM READLINK STRUCT_STAT_ST_MTIM SYS_STATVFS_H) > config.h
    cat >> config.h << END
#define FLEXIBLE_ARRAY_MEMBER
#define SIZEOF_VOID_P $(size_of POINTER)
#define ALIGNOF_VOID_P $(size_of POINTER)
#define ALIGNOF_DOUBLE 8
#define PACKAGE_NAME "fontconfig"
#define FC_DEFAULT_FONTS "<dir>/app/fonts</dir>"
#define FC_FONTPATH ""
#define FC_GPERF_SIZE_T size_t
#define FC_CACHEDIR "/tmp"
#define CONFIGDIR "/etc/fonts/conf.d"
#define FONTCONFIG_PATH "/etc/fonts"
#define FC_TEMPLATEDIR "/etc/fonts"
END
    headers fontconfig "$from"/fontconfig/*.h
    touch fcalias.h fcaliastail.h fcftalias.h fcftaliastail.h
    $CC -E -P -I. "-I$from" "-I$from/src" "-I$include" "-I$include/freetype2" "$from/src/fcobjshash.gperf.h" |
        sed 's/^ *//; s/ *, */,/' | awk '/CUT_OUT_BEGIN/ { out = 1 } !out && NF; /CUT_OUT_END/ { out = 0 }' > names.gperf
    gperf --pic -m 100 names.gperf > fcobjshash.h
    # shellcheck disable=SC2046
    compile -DHAVE_CONFIG_H -I. "-I$from" "-I$from/src" "-I$include/freetype2" "-I$include" -- \
        $(find "$from/src" -name '*.c' | grep -v 'fcarch\.c$' | sort)
}

build_cairo() {
    cp "$from/cairo-version.h" .
    mkdir src
    cd src
    cp "$from"/src/*.[ch] "$from/src/Makefile.sources" .
    cp ../cairo-version.h . # in place of one that is empty
    sed -i -f "$here/cairo.sed" ./cairo-*.c
    {
        echo 'include Makefile.sources'
        printf 'list:\n\t@echo'
        for part in cairo cairo_pdf cairo_svg cairo_png cairo_ft _cairo_font_subset _cairo_deflate_stream \
            _cairo_pdf_operators; do printf ' $(%s_sources)' "$part"; done
    } > Files
    features="FC_FONT FT_FONT IMAGE_SURFACE PDF_SURFACE PNG_FUNCTIONS SVG_SURFACE USER_FONT MIME_SURFACE
        OBSERVER_SURFACE RECORDING_SURFACE HIDDEN_SYMBOLS $(on web PTHREAD REAL_PTHREAD)"
    {
        printf '#ifndef CAIRO_FEATURES_H\n#define CAIRO_FEATURES_H\n'
        for name in $features; do echo "#define CAIRO_HAS_$name 1"; done
        echo '#endif'
    } > cairo-features.h
    # shellcheck disable=SC2046
    have STDINT_H INTTYPES_H UNISTD_H SYS_TYPES_H UINT64_T ZLIB FT_GLYPHSLOT_EMBOLDEN FT_LOAD_SFNT_TABLE \
        FT_LIBRARY_SETLCDFILTER FT_GET_X11_FONT_FORMAT FT_GET_VAR_DESIGN_COORDINATES FT_DONE_MM_VAR \
        CXX11_ATOMIC_PRIMITIVES $(on web STRNDUP CTIME_R) > config.h
    cat >> config.h << END
#include "cairo-features.h"
#define PACKAGE_VERSION "$(sed 's/-.*//' "$from/../version")"
#define SIZEOF_VOID_P $(size_of POINTER)
#define SIZEOF_LONG $(size_of LONG)
#define SIZEOF_LONG_LONG 8
#define SIZEOF_INT 4
#define SIZEOF_SIZE_T $(size_of SIZE_T)
END
    headers cairo cairo-features.h cairo.h cairo-version.h cairo-deprecated.h cairo-pdf.h cairo-svg.h cairo-ft.h
    # shellcheck disable=SC2046
    compile -DHAVE_CONFIG_H -D_REENTRANT -I. "-I$include/pixman-1" "-I$include/freetype2" "-I$include" -- \
        $(make -s -f Files list | tr ' ' '\n' | sort -u)
}

grep -v '^#' "$here/table.txt" | while read -r source library _; do
    [ ! -e "$into/done.$source" ] || continue
    from=$sources/$source/unpacked
    echo "  library $source $(cat "$from/../version")"
    rm -rf "$into/work"
    mkdir "$into/work"
    cd "$into/work"
    "build_$(echo "$source" | tr .- __)" < /dev/null
    cd "$into"
    rm -rf "$into/work"
    touch "$into/done.$source"
done
