// How soon the page can be used over a slow line, what it weighs, and how smoothly pieces slide:
//   node tests/web/measure.mjs        (ALEA_BUILD=build/release; nothing else should run)
// 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request, nothing cached, and a CPU four times
// slower; usable is when a name can be typed and the server has answered.
import {
  come,
  newName,
  openBrowser,
  openPage,
  PHONE,
  playMoves,
  seek,
  Server,
  traced,
  waitPlaying,
} from './fixture.mjs';

const ROUNDS = 5,
  TURNS = 24,
  SLOWER = 4;
const server = new Server({ level: 1 });
await server.start();
const browser = await openBrowser();
await comeIn();
for (const game of ['royal-ur', 'tablut', 'alea-evangelii']) await slide(game);
await browser.close();
await server.end();

async function comeIn() {
  const times = [],
    paints = [];
  let bytes = 0,
    requests = 0;
  for (let n = 0; n < ROUNDS; n++) {
    const context = await browser.createBrowserContext(),
      page = await openPage(context, PHONE),
      cdp = await page.createCDPSession();
    await cdp.send('Network.enable');
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
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
    await page
      .goto(server.url('/'), { waitUntil: 'commit' })
      .catch(() => page.goto(server.url('/')));
    await page.waitForSelector('input[name=name]:focus');
    times.push(Math.round(await page.evaluate(() => performance.now())));
    paints.push(
      Math.round(
        await page.evaluate(
          () => performance.getEntriesByName('first-contentful-paint')[0].startTime,
        ),
      ),
    );
    await context.close();
  }
  const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
  console.log(
    `first paint after ${median(paints)} ms, usable after ${median(times)} ms ` +
      `(medians; most: ${Math.max(...paints)}, ${Math.max(...times)}); ` +
      `${bytes} bytes in ${requests} requests`,
  );
}

/** Somebody with a slow CPU plays with the house, and pieces slide. */
async function slide(game) {
  const slow = await come(browser, server, newName(), PHONE),
    cdp = await slow.createCDPSession();
  await seek(slow, game, server.level);
  await waitPlaying(slow);
  await slow.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'no-preference' }]);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await slow.evaluate(() => {
    const over = document.querySelectorAll('.over')[1];
    new MutationObserver(async () => {
      const [flight] = over.getAnimations({ subtree: true });
      if (!flight) return performance.mark('land');
      await flight.ready; // it slides from then on
      performance.mark('fly', { startTime: flight.startTime });
    }).observe(over, { childList: true });
  });
  await slow.tracing.start({
    categories: ['blink.user_timing', 'disabled-by-default-devtools.timeline.frame'],
  });
  await playMoves([slow], TURNS);
  const gaps = gapsOf(await traced(slow)),
    at = (part) => gaps[Math.floor(part * (gaps.length - 1))].toFixed(1);
  console.log(
    `${game}: ${gaps.length} frames while pieces slide: median ${at(0.5)} ms, ` +
      `p99 ${at(0.99)} ms, longest ${at(1)} ms; ${gaps.filter((ms) => ms > 50).length} over 50 ms`,
  );
  await slow.browserContext().close();
}

/** Between the frames that were drawn while pieces slid, in ms, ascending. */
function gapsOf(events) {
  const gaps = [];
  let isFlying = false,
    before = null;
  const { pid } = events.find(({ name }) => name === 'fly'),
    own = events.filter((event) => event.pid === pid);
  for (const { name, ts } of own.sort((a, b) => a.ts - b.ts)) {
    if (name === 'fly' || name === 'land') {
      before = null;
      isFlying = name === 'fly';
    } else if (name === 'DrawFrame' && isFlying) {
      if (before !== null) gaps.push((ts - before) / 1000);
      before = ts;
    }
  }
  return gaps.sort((a, b) => a - b);
}
