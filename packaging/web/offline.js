// Keeps this version of the page, so that it opens without a network. VERSION and FILES are filled in when it is built.
const version = 'VERSION', files = FILES;
self.addEventListener('install', event =>
  event.waitUntil(caches.open(version).then(cache => cache.addAll(files)).then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(caches.keys().then(names =>
  Promise.all(names.filter(name => name !== version).map(name => caches.delete(name)))).then(() => clients.claim())));
self.addEventListener('fetch', event => event.respondWith(
  caches.match(event.request, {ignoreSearch: true}).then(kept => kept || fetch(event.request))));
