#!/bin/sh
# libnats 3.4.1: natsMsg_Destroy frees nothing. It hands the message of a subscription to a thread of the library's own,
# which sleeps between two of them and is woken for each: who hears thousands of lines a second and destroys each in its
# callback pays two switches of threads a line for it. A host keeps 64 and gives them back together.
set -eu
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q download libnats-dev=3.4.1-1+b1 libnats3.4=3.4.1-1+b1 nats-server=2.9.10-1+b3 \
    libprotobuf-c1=1.4.1-1+b1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$(find "$folder/root" -name 'libnats.so.3.4')")
export LD_LIBRARY_PATH="$libraries"

cat > listener.c <<'PROGRAM'
#include <nats/nats.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

void __libc_free(void *);
static _Atomic(void *) watched;
static pthread_t destroyer;
static atomic_int here, elsewhere, heard;

/* Before the C library's own: which thread gives the message's memory back? */
void free(void *memory)
{
    void *expected = memory;
    if (memory && atomic_compare_exchange_strong(&watched, &expected, NULL))
        atomic_fetch_add(pthread_equal(pthread_self(), destroyer) ? &here : &elsewhere, 1);
    __libc_free(memory);
}

static void hear(natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *data)
{
    (void)connection, (void)subscription, (void)data;
    destroyer = pthread_self();
    atomic_store(&watched, message);
    natsMsg_Destroy(message);
    atomic_fetch_add(&heard, 1);
}

int main(int count, char **words)
{
    natsConnection *connection;
    natsSubscription *subscription;
    if (count < 2 || natsConnection_ConnectTo(&connection, words[1]) != NATS_OK ||
        natsConnection_Subscribe(&subscription, connection, "news", hear, NULL) != NATS_OK)
        return 1;
    for (int i = 0; i < 100; i++) {
        natsConnection_PublishString(connection, "news", "line");
        natsConnection_FlushTimeout(connection, 2000);
        for (int k = 0; k < 5000 && (heard <= i || watched); k++)
            usleep(1000);
    }
    printf("libnats %s: of %d messages %d freed by the thread that destroyed them, %d by another\n",
           nats_GetVersion(), heard, here, elsewhere);
    natsSubscription_Destroy(subscription);
    natsConnection_Destroy(connection);
    nats_Close();
    return !(here == 0 && elsewhere == 100);
}
PROGRAM
gcc -o listener listener.c -I"$folder/root/usr/include" -L"$libraries" -l:libnats.so.3.4 -pthread
"$folder/root/usr/sbin/nats-server" -a 127.0.0.1 -p 42931 -P "$folder/pid" >/dev/null 2>&1 &
server=$!
waited=0
until ./listener nats://127.0.0.1:42931 > said 2>&1 || grep -q 'of 100' said; do
    waited=$((waited + 1))
    [ $waited -lt 50 ]
    sleep 0.2
done
cat said
grep -q ' 0 freed by the thread that destroyed them, 100 by another' said
