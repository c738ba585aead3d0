// The host's own page is newer than the one that is kept.
onfetch = (event) => event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
