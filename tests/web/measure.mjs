// How soon the page can be used over a slow line, and what it weighs:
//   node tests/web/measure.mjs        (ALEA_BUILD=build/release)
// 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request, nothing cached; ready is when a name can
// be typed and the server has answered.
import { openBrowser, openPage, PHONE, Server } from './fixture.mjs';

const ROUNDS = 5;
const server = new Server(),
  times = [];
await server.start();
const browser = await openBrowser();
let bytes = 0,
  requests = 0;
for (let n = 0; n < ROUNDS; n++) {
  const context = await browser.createBrowserContext(),
    page = await openPage(context, PHONE),
    cdp = await page.createCDPSession();
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  bytes = 0;
  requests = 0;
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests++;
  });
  await page.goto(server.url('/'), { waitUntil: 'commit' }).catch(() => page.goto(server.url('/')));
  await page.waitForSelector('input[name=name]:focus');
  times.push(Math.round(await page.evaluate(() => performance.now())));
  await context.close();
}
times.sort((a, b) => a - b);
console.log(
  `usable after ${times.join(', ')} ms (median ${times[times.length >> 1]}); ` +
    `${bytes} bytes in ${requests} requests`,
);
await browser.close();
await server.end();
