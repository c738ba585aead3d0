// Keeps the page, so that it opens without a network, too; the host's own is always newer.
const PAGE = ["./", "look.css", "icon.svg", "manifest.webmanifest", "page.js", "link.js", "sheet.js", "words.js", "lesson.js", "graph_paper.js", "stock_cars.js", "circuit.js"];

addEventListener("install", (event) => event.waitUntil(caches.open("page").then((cache) => cache.addAll(PAGE))));
addEventListener("fetch", (event) => event.respondWith(fetch(event.request).catch(() => caches.match(event.request))));
