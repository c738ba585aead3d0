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
    CONSUMER_MS = 500, /* for one that lasts: it is asked for again */
    BEAT_MS = 1000,    /* how often it says that it lives, and how long it may be silent */
    SILENCE_MS = 3000,
    SUBJECT_BYTES = 32,
    INBOX_BYTES = 128,
    UNIT_SECONDS = 10,
    LATER_MS = 1000,
    SPENT = 64,
    NEWS_LIMIT = 10000, /* lines that wait to be taken: the broker holds back the others */
    AHEAD_HOURS = 6     /* tables that were begun since then are read before anybody asks */
};

struct news {
    struct news *next;
    struct broker_line line;
};

/* Messages of one thread that are done with: libnats 3.4 frees them on a thread of its own, which
 * it wakes for each that is destroyed while it sleeps, so they go there together. */
struct spent {
    natsMsg *messages[SPENT];
    int count;
};

/* A line that is on its way: its answer has not come, or nobody has asked for that yet. */
struct sent {
    struct sent *next;
    natsMsg *message;
    uint64_t last; /* as it was appended to */
    int64_t until; /* when no answer is awaited any more */
    bool answered;
    natsStatus status;
    enum log_verdict verdict;
    uint64_t sequence;
};

struct nats_broker {
    struct broker broker;
    natsConnection *connection;
    jsCtx *js;
    natsSubscription *lines, *reads, *answers, *results, *units;
    char *reading, *answering, *hearing, *inbox; /* where what is read comes, answers, lines, and
                                                    results */
    struct sent *sent;
    unsigned long long sent_count;
    struct spent own, heard; /* of whoever asks, and of whoever hears lines */
    void (*wake)(void *data);
    void *data;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t room;
    struct news *first, **end;
    int news_count;
    bool closing, behind;         /* the first lines have not all come yet */
    char consumer[INBOX_BYTES];   /* that sends lines, and how many it has sent */
    uint64_t delivered, sequence; /* and the last one's own sequence */
    int64_t heard_at;
    bool lost; /* it is to be asked for again */
};

static void free_spent(struct spent *spent)
{
    while (spent->count > 0)
        natsMsg_Destroy(spent->messages[--spent->count]);
}

static void spend(struct spent *spent, natsMsg *message)
{
    if (spent->count == SPENT)
        free_spent(spent);
    spent->messages[spent->count++] = message;
}

static void name_subject(char into[SUBJECT_BYTES], const char *code, enum log_list list)
{
    snprintf(into, SUBJECT_BYTES, "table.%s.%s", code, list == LOG_LINES ? "log" : "seats");
}

/* False: it is no line of a table. */
static bool read_message(natsMsg *message, uint64_t sequence, struct broker_line *into)
{
    enum { HEAD = 6, CODE = 5 };
    const char *subject = natsMsg_GetSubject(message);
    if (strlen(subject) < HEAD + CODE)
        return false;
    *into = (struct broker_line){.sequence = sequence};
    memcpy(into->code, subject + HEAD, CODE);
    into->list = strcmp(subject + HEAD + CODE, ".seats") == 0 ? LOG_SEATS : LOG_LINES;
    text_append_bytes(&into->text, natsMsg_GetData(message),
                      (size_t)natsMsg_GetDataLength(message));
    return true;
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

/* `hear` NULL: what comes is waited for. */
static natsStatus open_inbox(struct nats_broker *nats, char **inbox, const char *behind,
                             natsMsgHandler hear, natsSubscription **into)
{
    char subject[INBOX_BYTES];
    natsStatus status = natsInbox_Create(inbox);
    if (status != NATS_OK)
        return status;
    snprintf(subject, sizeof subject, "%s%s", *inbox, behind);
    return hear ? natsConnection_Subscribe(into, nats->connection, subject, hear, nats)
                : natsConnection_SubscribeSync(into, nats->connection, subject);
}

static bool refuse(struct error *error, natsStatus status)
{
    return error_set(error, "the broker does not take it: %s", natsStatus_GetText(status));
}

/* Who reads does not wait for a broker that is away: thousands who come would, one after the other.
 */
static bool is_there(const struct nats_broker *nats, struct error *error)
{
    return natsConnection_Status(nats->connection) == NATS_CONN_STATUS_CONNECTED ||
           refuse(error, NATS_CONNECTION_DISCONNECTED);
}

/* --- lines that are appended ------------------------------------------------------------------ */

/* Where the line is that was sent to that subject; else where the list ends. */
static struct sent **find_sent(struct nats_broker *nats, const char *subject)
{
    struct sent **at = &nats->sent;
    while (*at && strcmp(natsMsg_GetSubject((*at)->message), subject) != 0)
        at = &(*at)->next;
    return at;
}

static void drop_sent(struct nats_broker *nats, struct sent **at)
{
    struct sent *sent = *at;
    *at = sent->next;
    spend(&nats->own, sent->message);
    free(sent);
}

/* Each has an address of its own for its answer. */
static bool send_line(struct nats_broker *nats, const char *subject, const struct text *line,
                      uint64_t last, natsStatus *status)
{
    char reply[INBOX_BYTES], guard[24];
    natsMsg *message = NULL;
    snprintf(reply, sizeof reply, "%s.%llu", nats->answering, ++nats->sent_count);
    snprintf(guard, sizeof guard, "%llu", (unsigned long long)last);
    *status = natsMsg_Create(&message, subject, reply, line->data, (int)line->length);
    if (*status == NATS_OK)
        *status = natsMsgHeader_Set(message, "Nats-Expected-Last-Subject-Sequence", guard);
    if (*status == NATS_OK)
        *status = natsConnection_PublishMsg(nats->connection, message);
    if (*status != NATS_OK) {
        natsMsg_Destroy(message);
        return false;
    }
    struct sent *sent = memory_allocate(1, sizeof *sent);
    *sent = (struct sent){.message = message, .last = last, .until = nats_Now() + ANSWER_MS};
    struct sent **end = &nats->sent;
    while (*end)
        end = &(*end)->next;
    *end = sent;
    return true;
}

/* {"stream":"GRAPHPRIX", "seq":7}, or with an "error":{"err_code":10071,...}. */
static void read_answer(struct sent *sent, natsMsg *message)
{
    static const char kept[] = "\"seq\":", behind[] = "\"err_code\":10071,";
    struct text answer = {0};
    text_append_bytes(&answer, natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message));
    const char *told = text_string(&answer), *sequence = strstr(told, kept);
    sent->status = natsMsg_IsNoResponders(message) ? NATS_NO_RESPONDERS : NATS_ERR;
    sent->verdict = strstr(told, behind) ? LOG_BEHIND : LOG_REFUSED;
    if (sequence && !strstr(told, "\"error\":")) {
        sent->verdict = LOG_DONE;
        sent->sequence = strtoull(sequence + strlen(kept), NULL, 10);
    }
    sent->answered = true;
    text_free(&answer);
}

/* Hears answers, whose ever they are, until that one's has come. */
static void await_answer(struct nats_broker *nats, struct sent *awaited)
{
    while (!awaited->answered) {
        int64_t left = awaited->until - nats_Now();
        natsMsg *message = NULL;
        awaited->status = natsSubscription_NextMsg(&message, nats->answers, left > 0 ? left : 1);
        if (awaited->status != NATS_OK)
            return;
        struct sent *sent = nats->sent;
        while (sent && strcmp(natsMsg_GetReply(sent->message), natsMsg_GetSubject(message)) != 0)
            sent = sent->next;
        if (sent)
            read_answer(sent, message);
        spend(&nats->own, message);
    }
}

static enum log_verdict append_once(struct nats_broker *nats, const char *subject,
                                    const struct text *line, uint64_t *last, natsStatus *status)
{
    struct sent **at = find_sent(nats, subject);
    enum log_verdict verdict = LOG_REFUSED;
    if (*at &&
        ((*at)->last != *last || natsMsg_GetDataLength((*at)->message) != (int)line->length ||
         memcmp(natsMsg_GetData((*at)->message), line->data, line->length) != 0))
        drop_sent(nats, at);
    at = find_sent(nats, subject);
    if (*at == NULL && !send_line(nats, subject, line, *last, status))
        return LOG_REFUSED;
    await_answer(nats, *at);
    *status = (*at)->status;
    if ((*at)->answered)
        verdict = (*at)->verdict;
    if (verdict == LOG_DONE)
        *last = (*at)->sequence;
    drop_sent(nats, at);
    return verdict;
}

static void send_ahead(struct broker *broker, const char *code, enum log_list list,
                       const struct text *line, uint64_t last)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    char subject[SUBJECT_BYTES];
    natsStatus ignored;
    name_subject(subject, code, list);
    struct sent **at = find_sent(nats, subject);
    if (*at)
        drop_sent(nats, at); /* nobody asked for it */
    send_line(nats, subject, line, last, &ignored);
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

/* Nobody waits for that: a host that takes over opens hundreds of tables. */
static void end_consumer(struct nats_broker *nats, const char *name)
{
    char end[2 * INBOX_BYTES];
    snprintf(end, sizeof end, "$JS.API.CONSUMER.DELETE.%s.%s", stream, name);
    natsConnection_PublishString(nats->connection, end, "");
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
    if (!is_there(nats, error))
        return false;
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
    if (consumer)
        end_consumer(nats, consumer->Name);
    jsConsumerInfo_Destroy(consumer);
    return status == NATS_OK || refuse(error, status);
}

/* --- lines that come by themselves ------------------------------------------------------------ */

/* The consumer is looked after here and not by the library (as "ordered"), which did not hear again
 * for half a minute and more where one broker of three was gone: a beat a second says that it lives
 * and how many lines it has sent.
 */

static void hear_line(struct nats_broker *nats, const jsMsgMetaData *about, natsMsg *message)
{
    struct news *news = memory_allocate(1, sizeof *news);
    bool is_line = read_message(message, about->Sequence.Stream, &news->line);
    pthread_mutex_lock(&nats->lock);
    while (nats->news_count >= NEWS_LIMIT && !nats->closing)
        pthread_cond_wait(&nats->room, &nats->lock);
    bool own = strcmp(about->Consumer, nats->consumer) == 0;
    bool follows = own && about->Sequence.Consumer == nats->delivered + 1;
    nats->lost |= own && !follows;
    if (follows) {
        nats->delivered++;
        nats->sequence = about->Sequence.Stream;
        nats->heard_at = nats_Now();
        nats->behind &= about->NumPending > 0;
    }
    bool alone = nats->first == NULL; /* else who takes them comes to this one, too */
    if (follows && is_line) {
        *nats->end = news;
        nats->end = &news->next;
        nats->news_count++;
    }
    pthread_mutex_unlock(&nats->lock);
    if (!own)
        end_consumer(nats, about->Consumer);
    if (follows && is_line) {
        if (alone)
            nats->wake(nats->data);
        return;
    }
    text_free(&news->line.text);
    free(news);
}

static void hear(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                 void *data)
{
    struct nats_broker *nats = data;
    jsMsgMetaData *about = NULL;
    (void)connection, (void)subscription;
    if (natsMsg_GetMetaData(&about, message) == NATS_OK)
        hear_line(nats, about, message);
    else {
        /* A beat, which counts where nothing is missing before it, or the question whether more may
         * be sent, which is answered when all before it is taken. */
        const char *count = NULL, *question = natsMsg_GetReply(message);
        pthread_mutex_lock(&nats->lock);
        if (natsMsgHeader_Get(message, "Nats-Last-Consumer", &count) == NATS_OK &&
            strtoull(count, NULL, 10) == nats->delivered)
            nats->heard_at = nats_Now();
        pthread_mutex_unlock(&nats->lock);
        if (question || natsMsgHeader_Get(message, "Nats-Consumer-Stalled", &question) == NATS_OK)
            natsConnection_PublishString(nats->connection, question, "");
    }
    jsMsgMetaData_Destroy(about);
    pthread_mutex_lock(&nats->lock);
    spend(&nats->heard, message);
    if (nats->closing) /* nobody comes here again for certain */
        free_spent(&nats->heard);
    pthread_mutex_unlock(&nats->lock);
}

/* From the line on that was heard last; at first those of the last hours. What comes before the
 * consumer's name is known waits for the lock. */
static natsStatus hear_lines(struct nats_broker *nats)
{
    jsConsumerInfo *consumer = NULL;
    jsConsumerConfig config;
    jsOptions waiting;
    jsOptions_Init(&waiting);
    waiting.Wait = CONSUMER_MS;
    jsConsumerConfig_Init(&config);
    pthread_mutex_lock(&nats->lock);
    if (nats->consumer[0])
        end_consumer(nats, nats->consumer);
    config.DeliverSubject = nats->hearing;
    config.FilterSubject = "table.>";
    config.AckPolicy = js_AckNone;
    config.FlowControl = true;
    config.Heartbeat = BEAT_MS * INT64_C(1000000);
    config.DeliverPolicy = nats->sequence > 0 ? js_DeliverByStartSequence : js_DeliverByStartTime;
    config.OptStartSeq = nats->sequence > 0 ? nats->sequence + 1 : 0;
    if (nats->sequence == 0)
        config.OptStartTime = (int64_t)(time(NULL) - AHEAD_HOURS * 60 * 60) * INT64_C(1000000000);
    natsStatus status = js_AddConsumer(&consumer, nats->js, stream, &config, &waiting, NULL);
    snprintf(nats->consumer, sizeof nats->consumer, "%s", consumer ? consumer->Name : "");
    nats->lost = status != NATS_OK;
    nats->heard_at = nats_Now();
    nats->delivered = 0;
    nats->behind &=
        status != NATS_OK || consumer->NumPending > 0 || consumer->Delivered.Consumer > 0;
    pthread_mutex_unlock(&nats->lock);
    jsConsumerInfo_Destroy(consumer);
    return status;
}

static void hear_again(natsConnection *connection, void *data)
{
    struct nats_broker *nats = data;
    (void)connection;
    pthread_mutex_lock(&nats->lock);
    nats->lost = true;
    pthread_mutex_unlock(&nats->lock);
    nats->wake(nats->data);
}

static bool next(struct broker *broker, struct broker_line *into)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    pthread_mutex_lock(&nats->lock);
    struct news *news = nats->first;
    if (news && (nats->first = news->next) == NULL)
        nats->end = &nats->first;
    nats->news_count -= news != NULL;
    bool lost = news == NULL && (nats->lost || nats_Now() - nats->heard_at > SILENCE_MS);
    pthread_cond_signal(&nats->room);
    pthread_mutex_unlock(&nats->lock);
    struct error away;
    if (lost && !nats->closing && is_there(nats, &away))
        hear_lines(nats);
    if (news)
        *into = news->line;
    free(news);
    return news != NULL;
}

static bool is_behind(struct broker *broker)
{
    struct nats_broker *nats = (struct nats_broker *)broker;
    struct error away;
    bool there = is_there(nats, &away);
    pthread_mutex_lock(&nats->lock);
    bool behind =
        nats->behind || nats->first || nats->lost || nats_Now() - nats->heard_at > 2 * BEAT_MS;
    pthread_mutex_unlock(&nats->lock);
    return behind || !there;
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
            status = open_inbox(nats, &nats->inbox, "", NULL, &nats->results);
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
    natsSubscription_Destroy(nats->answers);
    natsSubscription_Destroy(nats->results);
    natsSubscription_Destroy(nats->units);
    while (nats->sent)
        drop_sent(nats, &nats->sent);
    free_spent(&nats->own);
    natsInbox_Destroy(nats->reading);
    natsInbox_Destroy(nats->answering);
    natsInbox_Destroy(nats->hearing);
    natsInbox_Destroy(nats->inbox);
    jsCtx_Destroy(nats->js);
    natsConnection_Destroy(nats->connection);
    pthread_mutex_lock(&nats->lock);
    free_spent(&nats->heard);
    pthread_mutex_unlock(&nats->lock);
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
    if (status == NATS_OK) /* a line is waited for: none is to lie here for company */
        status = natsOptions_SetSendAsap(options, true);
    if (status == NATS_OK)
        status = natsOptions_SetReconnectedCB(options, hear_again, nats);
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
    nats->broker =
        (struct broker){send_ahead,  append,    read_lines, next,     is_behind,   put_work,
                        hear_result, take_work, keep_work,  end_work, close_broker};
    nats->wake = wake;
    nats->data = data;
    nats->end = &nats->first;
    pthread_mutex_init(&nats->lock, NULL);
    pthread_cond_init(&nats->room, NULL);
    nats_Open(0); /* a lock that is held is waited for, not asked for again and again */
    natsStatus status = connect_to(nats, url);
    if (status == NATS_OK && !add_stream(nats))
        status = NATS_ERR;
    if (status == NATS_OK)
        status = open_inbox(nats, &nats->reading, "", NULL, &nats->reads);
    if (status == NATS_OK)
        status = open_inbox(nats, &nats->answering, ".*", NULL, &nats->answers);
    if (status == NATS_OK)
        status = open_inbox(nats, &nats->hearing, "", hear, &nats->lines);
    /* The broker holds back by itself: nothing that waits here is to be thrown away. */
    if (status == NATS_OK)
        status = natsSubscription_SetPendingLimits(nats->lines, -1, -1);
    nats->behind = true;
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
