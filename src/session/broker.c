/* See broker.h. */
#include "session/broker.h"

#include "base/memory.h"
#include "base/system/worker.h"

#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char stream[] = "GRAPHPRIX";
enum {
    ANSWER_MS = 2000,
    SUBJECT_BYTES = 32,
    UNIT_SECONDS = 10,
    LATER_MS = 1000,
    NEWS_LIMIT = 10000, /* lines that wait to be taken: the broker holds back the others */
    AHEAD_HOURS = 6     /* tables that were begun since then are read before anybody asks */
};

struct news {
    struct news *next;
    struct broker_line line;
};

struct nats_broker {
    struct broker broker;
    natsConnection *connection;
    jsCtx *js;
    natsSubscription *lines, *reads, *results, *units;
    char *reading, *inbox; /* where what is read comes, and results */
    void (*wake)(void *data);
    void *data;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t room;
    struct news *first, **end;
    int news_count;
    bool closing, behind; /* the first lines have not all come yet */
};

static void name_subject(char into[SUBJECT_BYTES], const char *code, enum log_list list)
{
    snprintf(into, SUBJECT_BYTES, "table.%s.%s", code, list == LOG_LINES ? "log" : "seats");
}

/* False: it is no line of a table. */
static bool read_message(natsMsg *message, uint64_t sequence, struct broker_line *into)
{
    char list[8] = "";
    *into = (struct broker_line){.sequence = sequence};
    if (sscanf(natsMsg_GetSubject(message), "table.%5[A-Z].%5s", into->code, list) != 2)
        return false;
    into->list = strcmp(list, "seats") == 0 ? LOG_SEATS : LOG_LINES;
    text_append_bytes(&into->text, natsMsg_GetData(message),
                      (size_t)natsMsg_GetDataLength(message));
    return true;
}

/* And how many are still to come behind it. */
static uint64_t sequence_of(natsMsg *message, uint64_t *left)
{
    jsMsgMetaData *about = NULL;
    uint64_t sequence = *left = 0;
    if (natsMsg_GetMetaData(&about, message) == NATS_OK) {
        sequence = about->Sequence.Stream;
        *left = about->NumPending;
    }
    jsMsgMetaData_Destroy(about);
    return sequence;
}

/* One that is there stays as whoever looks after the broker has made it: of how many copies above
 * all. */
static bool add_stream(struct nats_broker *nats)
{
    const char *subjects[] = {"table.*.log", "table.*.seats"};
    jsStreamConfig config;
    jsErrCode code = 0;
    jsStreamConfig_Init(&config);
    config.Name = stream;
    config.Subjects = subjects;
    config.SubjectsLen = 2;
    return js_AddStream(NULL, nats->js, &config, NULL, &code) == NATS_OK ||
           code == JSStreamNameExistErr;
}

static bool refuse(struct error *error, natsStatus status)
{
    return error_set(error, "the broker does not take it: %s", natsStatus_GetText(status));
}

/* In libnats 0 means "do not ask": the first line needs another guard. */
static enum log_verdict append_once(struct nats_broker *nats, const char *subject,
                                    const struct text *line, uint64_t *last, natsStatus *status)
{
    jsPubOptions options;
    jsPubAck *kept = NULL;
    jsErrCode code = 0;
    jsPubOptions_Init(&options);
    options.MaxWait = ANSWER_MS;
    options.ExpectLastSubjectSeq = *last;
    options.ExpectNoMessage = *last == 0;
    *status = js_Publish(&kept, nats->js, subject, line->data, (int)line->length, &options, &code);
    if (*status == NATS_OK)
        *last = kept->Sequence;
    jsPubAck_Destroy(kept);
    return *status == NATS_OK                     ? LOG_DONE
           : code == JSStreamWrongLastSequenceErr ? LOG_BEHIND
                                                  : LOG_REFUSED;
}

static enum log_verdict append(struct broker *broker, const char *code, enum log_list list,
                               const struct text *line, uint64_t *last, struct error *error)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    char subject[SUBJECT_BYTES];
    natsStatus status;
    name_subject(subject, code, list);
    enum log_verdict verdict = append_once(nats, subject, line, last, &status);
    /* A broker that has lost its store has no stream, either. */
    if (status == NATS_NO_RESPONDERS && add_stream(nats))
        verdict = append_once(nats, subject, line, last, &status);
    if (verdict == LOG_REFUSED)
        refuse(error, status);
    return verdict;
}

static bool last_sequence(struct nats_broker *nats, const char *subject, uint64_t *into,
                          struct error *error)
{
    natsMsg *message = NULL;
    jsErrCode code = 0;
    natsStatus status = js_GetLastMsg(&message, nats->js, stream, subject, NULL, &code);
    *into = status == NATS_OK ? natsMsg_GetSequence(message) : 0;
    natsMsg_Destroy(message);
    return status == NATS_OK || status == NATS_NOT_FOUND || code == JSNoMessageFoundErr ||
           refuse(error, status);
}

/* The next line that the consumer of that name hands over; what another left behind is passed over.
 */
static natsStatus next_line(struct nats_broker *nats, const char *consumer,
                            struct broker_line *into)
{
    natsStatus status;
    bool found = false;
    do {
        natsMsg *message = NULL;
        jsMsgMetaData *about = NULL;
        status = natsSubscription_NextMsg(&message, nats->reads, ANSWER_MS);
        if (status == NATS_OK && natsMsg_GetMetaData(&about, message) == NATS_OK)
            found = strcmp(about->Consumer, consumer) == 0 &&
                    read_message(message, about->Sequence.Stream, into);
        jsMsgMetaData_Destroy(about);
        natsMsg_Destroy(message);
    } while (status == NATS_OK && !found);
    return status;
}

/* All reading goes by one subscription that lasts: libnats 3.4 may come to stand still for good
 * when one is destroyed while something still comes for it. */
static bool read_lines(struct broker *broker, const char *code, enum log_list list, uint64_t after,
                       void (*take)(void *data, const struct broker_line *line), void *data,
                       struct error *error)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    char subject[SUBJECT_BYTES];
    jsConsumerInfo *consumer = NULL;
    jsConsumerConfig config;
    uint64_t last = UINT64_MAX;
    name_subject(subject, code, list);
    if ((take == NULL || after > 0) && !last_sequence(nats, subject, &last, error))
        return false;
    if (take == NULL)
        *(bool *)data = last > after;
    if (take == NULL || last <= after)
        return true;
    jsConsumerConfig_Init(&config);
    config.DeliverSubject = nats->reading;
    config.FilterSubject = subject;
    config.DeliverPolicy = js_DeliverByStartSequence;
    config.OptStartSeq = after + 1;
    config.AckPolicy = js_AckNone;
    natsStatus status = js_AddConsumer(&consumer, nats->js, stream, &config, NULL, NULL);
    uint64_t left = status == NATS_OK ? consumer->NumPending : 0;
    for (; status == NATS_OK && left > 0; left--) {
        struct broker_line line = {0};
        status = next_line(nats, consumer->Name, &line);
        if (status == NATS_OK && line.sequence > after) {
            after = line.sequence;
            take(data, &line);
        }
        text_free(&line.text);
    }
    if (consumer) { /* nobody waits for that: a host that takes over opens hundreds of tables */
        char end[SUBJECT_BYTES * 4];
        snprintf(end, sizeof end, "$JS.API.CONSUMER.DELETE.%s.%s", stream, consumer->Name);
        natsConnection_PublishString(nats->connection, end, "");
    }
    jsConsumerInfo_Destroy(consumer);
    return status == NATS_OK || refuse(error, status);
}

static void hear(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                 void *data)
{
    struct nats_broker *nats = data;
    struct news *news = memory_allocate(1, sizeof *news);
    uint64_t left, sequence = sequence_of(message, &left);
    bool is_line = read_message(message, sequence, &news->line);
    (void)connection, (void)subscription;
    pthread_mutex_lock(&nats->lock);
    while (nats->news_count >= NEWS_LIMIT && !nats->closing)
        pthread_cond_wait(&nats->room, &nats->lock);
    if (is_line) {
        *nats->end = news;
        nats->end = &news->next;
        nats->news_count++;
    }
    nats->behind &= left > 0;
    pthread_mutex_unlock(&nats->lock);
    if (is_line)
        nats->wake(nats->data);
    else
        free(news);
    natsMsg_Destroy(message);
}

static bool next(struct broker *broker, struct broker_line *into)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    pthread_mutex_lock(&nats->lock);
    struct news *news = nats->first;
    if (news && (nats->first = news->next) == NULL)
        nats->end = &nats->first;
    nats->news_count -= news != NULL;
    pthread_cond_signal(&nats->room);
    pthread_mutex_unlock(&nats->lock);
    if (news)
        *into = news->line;
    free(news);
    return news != NULL;
}

static bool is_behind(struct broker *broker)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    pthread_mutex_lock(&nats->lock);
    bool behind = nats->behind || nats->first;
    pthread_mutex_unlock(&nats->lock);
    return behind;
}

/* New lines of all tables, and before them those of the last hours. */
static natsStatus hear_lines(struct nats_broker *nats)
{
    jsSubOptions options;
    jsConsumerInfo *consumer = NULL;
    jsSubOptions_Init(&options);
    options.Stream = stream;
    options.Ordered = true;
    options.Config.DeliverPolicy = js_DeliverByStartTime;
    options.Config.OptStartTime =
        (int64_t)(time(NULL) - AHEAD_HOURS * 60 * 60) * INT64_C(1000000000);
    nats->behind = true;
    natsStatus status =
        js_Subscribe(&nats->lines, nats->js, "table.>", hear, nats, NULL, &options, NULL);
    if (status == NATS_OK)
        status = natsSubscription_GetConsumerInfo(&consumer, nats->lines, NULL, NULL);
    pthread_mutex_lock(&nats->lock);
    nats->behind &=
        status == NATS_OK && (consumer->NumPending > 0 || consumer->Delivered.Consumer > 0);
    pthread_mutex_unlock(&nats->lock);
    jsConsumerInfo_Destroy(consumer);
    return status;
}

/* --- work ------------------------------------------------------------------------------------- */

static const char work_stream[] = "GRAPHPRIX_WORK", work_subject[] = "work.units",
                  reply_header[] = "Graphprix-Reply";

static natsStatus add_work_stream(struct nats_broker *nats)
{
    const char *subjects[] = {work_subject};
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Name = work_stream;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Retention = js_WorkQueuePolicy;
    return js_AddStream(NULL, nats->js, &config, NULL, NULL);
}

static bool put_work(struct broker *broker, const struct text *unit, struct error *error)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    natsMsg *message = NULL;
    natsStatus status = NATS_OK;
    if (nats->results == NULL) {
        status = add_work_stream(nats);
        if (status == NATS_OK)
            status = natsInbox_Create(&nats->inbox);
        if (status == NATS_OK)
            status = natsConnection_SubscribeSync(&nats->results, nats->connection, nats->inbox);
    }
    if (status == NATS_OK)
        status = natsMsg_Create(&message, work_subject, NULL, unit->data, (int)unit->length);
    if (status == NATS_OK)
        status = natsMsgHeader_Set(message, reply_header, nats->inbox);
    if (status == NATS_OK)
        status = js_PublishMsg(NULL, nats->js, message, NULL, NULL);
    natsMsg_Destroy(message);
    return status == NATS_OK || refuse(error, status);
}

static bool hear_result(struct broker *broker, int wait, struct text *into)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    natsMsg *message = NULL;
    if (natsSubscription_NextMsg(&message, nats->results, wait) != NATS_OK)
        return false;
    text_append_bytes(into, natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message));
    natsConnection_PublishString(nats->connection, natsMsg_GetReply(message), "heard");
    natsMsg_Destroy(message);
    return true;
}

static void *take_work(struct broker *broker, int wait, struct text *into)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    natsMsgList list = {0};
    if (nats->units == NULL && add_work_stream(nats) == NATS_OK) {
        jsSubOptions options;
        jsSubOptions_Init(&options);
        options.Stream = work_stream;
        options.Config.AckWait = UNIT_SECONDS * INT64_C(1000000000);
        js_PullSubscribe(&nats->units, nats->js, work_subject, "workers", NULL, &options, NULL);
    }
    if (nats->units == NULL || natsSubscription_Fetch(&list, nats->units, 1, wait, NULL) != NATS_OK)
        return NULL;
    natsMsg *message = list.Count > 0 ? list.Msgs[0] : NULL;
    if (message) {
        list.Msgs[0] = NULL;
        text_append_bytes(into, natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message));
    }
    natsMsgList_Destroy(&list);
    return message;
}

static void keep_work(struct broker *broker, void *unit)
{
    (void)broker;
    natsMsg_InProgress(unit, NULL);
}

static void end_work(struct broker *broker, void *unit, const struct text *result)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    const char *reply = NULL;
    natsMsg *heard = NULL;
    natsStatus status = NATS_ERR;
    if (result && natsMsgHeader_Get(unit, reply_header, &reply) == NATS_OK)
        status = natsConnection_Request(&heard, nats->connection, reply, result->data,
                                        (int)result->length, ANSWER_MS);
    if (status == NATS_OK || status == NATS_NO_RESPONDERS) /* whose work it was is gone */
        natsMsg_AckSync(unit, NULL, NULL);
    else
        natsMsg_NakWithDelay(unit, LATER_MS, NULL);
    natsMsg_Destroy(heard);
    natsMsg_Destroy(unit);
}

static void close_broker(struct broker *broker)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    struct broker_line line;
    pthread_mutex_lock(&nats->lock);
    nats->closing = true;
    pthread_cond_signal(&nats->room);
    pthread_mutex_unlock(&nats->lock);
    natsSubscription_Destroy(nats->lines);
    natsSubscription_Destroy(nats->reads);
    natsSubscription_Destroy(nats->results);
    natsSubscription_Destroy(nats->units);
    natsInbox_Destroy(nats->reading);
    natsInbox_Destroy(nats->inbox);
    jsCtx_Destroy(nats->js);
    natsConnection_Destroy(nats->connection);
    nats_CloseAndWait(ANSWER_MS);
    while (next(broker, &line))
        text_free(&line.text);
    pthread_cond_destroy(&nats->room);
    pthread_mutex_destroy(&nats->lock);
    free(nats);
}

/* Any of several, with commas between them. The library tries again for as long as it takes when
 * the broker goes away. */
static natsStatus connect_to(struct nats_broker *nats, const char *urls)
{
    enum { BROKERS = 8 };
    const char *servers[BROKERS];
    char *list = memory_copy_string(urls), *rest = list;
    int count = 0;
    while (count < BROKERS && (servers[count] = strtok_r(rest, ",", &rest)))
        count++;
    natsOptions *options = NULL;
    natsStatus status = natsOptions_Create(&options);
    if (status == NATS_OK)
        status = natsOptions_SetServers(options, servers, count);
    free(list);
    if (status == NATS_OK)
        status = natsOptions_SetMaxReconnect(options, -1);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectWait(options, 200);
    if (status == NATS_OK)
        status = natsConnection_Connect(&nats->connection, options);
    natsOptions_Destroy(options);
    jsOptions waiting;
    jsOptions_Init(&waiting);
    waiting.Wait = ANSWER_MS;
    return status == NATS_OK ? natsConnection_JetStream(&nats->js, nats->connection, &waiting)
                             : status;
}

struct broker *broker_open(const char *url, void (*wake)(void *data), void *data,
                           struct error *error)
{
    struct nats_broker *nats = memory_allocate(1, sizeof *nats);
    nats->broker = (struct broker){append,      read_lines, next,      is_behind, put_work,
                                   hear_result, take_work,  keep_work, end_work,  close_broker};
    nats->wake = wake;
    nats->data = data;
    nats->end = &nats->first;
    pthread_mutex_init(&nats->lock, NULL);
    pthread_cond_init(&nats->room, NULL);
    natsStatus status = connect_to(nats, url);
    if (status == NATS_OK && !add_stream(nats))
        status = NATS_ERR;
    if (status == NATS_OK)
        status = natsInbox_Create(&nats->reading);
    if (status == NATS_OK)
        status = natsConnection_SubscribeSync(&nats->reads, nats->connection, nats->reading);
    if (status == NATS_OK)
        status = hear_lines(nats);
    if (status != NATS_OK) {
        error_set(error, "%.80s is no broker with a JetStream store: %s", url,
                  natsStatus_GetText(status));
        close_broker(&nats->broker);
        return NULL;
    }
    return &nats->broker;
}
