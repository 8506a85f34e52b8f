// Preloaded into the server process: intervals and deadlines of a minute last half a second.
const minuteMs = 60_000;
const shortMs = 500;

const { setInterval: realSetInterval, setTimeout: realSetTimeout } = globalThis;

globalThis.setInterval = new Proxy(realSetInterval, {
  apply: (target, self, [listener, milliseconds, ...given]: Parameters<typeof realSetInterval>) =>
    Reflect.apply(target, self, [listener, milliseconds === minuteMs ? shortMs : milliseconds, ...given]),
});
globalThis.setTimeout = new Proxy(realSetTimeout, {
  apply: (target, self, [listener, milliseconds, ...given]: Parameters<typeof realSetTimeout>) =>
    Reflect.apply(target, self, [listener, milliseconds === minuteMs ? shortMs : milliseconds, ...given]),
});
