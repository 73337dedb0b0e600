// Looks at pages in a browser: `node check.mjs FOLDER` with small.html, alone.html, recorded.html, large.html and hostile.html, which the test
// `pages_for_a_browser` writes. scripts/check-page does both. CHROMIUM names another browser, SCREENSHOTS a folder for pictures.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HtmlValidate } from 'html-validate';
import { chromium } from 'playwright-core';

const folder = resolve(process.argv[2] ?? '.');
const pictures = process.env.SCREENSHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AT_ONCE = 200;
const FIRST_ROWS = 1000; // milliseconds
const LARGEST = 5_000_000; // bytes

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});

// A page in a context without a network, with everything that it says and asks for.
async function open(name, options = {}, hash = '') {
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const said = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => said.push(`dialog: ${dialog.message()}`));
  const own = pathToFileURL(join(folder, `${name}.html`)).href;
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== own) said.push(`request: ${request.url()}`);
  });
  await page.goto(own + hash);
  if (options.javaScriptEnabled !== false) {
    await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0);
  }
  return { page, said, close: () => context.close() };
}

async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (values) => window.axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }), RULES);
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(' | ')}`);
}

async function openRows(page, count) {
  const rows = page.locator('#rows > li h3 button');
  for (let at = 0; at < Math.min(count, await rows.count()); at += 1) {
    await rows.nth(at).click();
    await page.locator('#rows > li').nth(at).locator('.detail > *').first().waitFor();
  }
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
}

const wide = (page) => page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);

const checks = {
  // Every form of every page: nothing is complained of, nothing asked for, no barrier, no line that is too long.
  async looks() {
    for (const name of ['small', 'alone', 'recorded', 'hostile', 'large']) {
      for (const colorScheme of ['light', 'dark']) {
        for (const width of [390, 1280]) {
          const what = `${name}, ${colorScheme}, ${width} px`;
          const { page, said, close } = await open(name, { colorScheme, viewport: { width, height: 900 } });
          const before = performance.now();
          assert.deepEqual(await violations(page), [], what);
          const took = Math.round(performance.now() - before);
          await openRows(page, name === 'large' ? 3 : 5);
          assert.deepEqual(await violations(page), [], `${what}, open`);
          const narrow = await page.evaluate(() => [...document.querySelectorAll('.call, .sketch, .sketch *, .call *')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline')
            .map((one) => `${one.className}: ${one.textContent}`));
          assert.deepEqual(narrow, [], `${what}: a picture is wider than its room`);
          assert.ok(await wide(page) <= 0, `${what}: it is wider than the window by ${await wide(page)} px`);
          assert.deepEqual(said, [], what);
          if (pictures && name !== 'large') {
            await page.screenshot({ path: join(pictures, `${name}-${colorScheme}-${width}.png`), fullPage: true });
          }
          console.log(`  ${what}: no violation (axe took ${took} ms)`);
          await close();
        }
      }
    }
  },

  async forced_colours_and_motion() {
    const { page, said, close } = await open('small', { forcedColors: 'active', reducedMotion: 'reduce', contrast: 'more' });
    await openRows(page, 3);
    assert.deepEqual(await violations(page), []);
    if (pictures) await page.screenshot({ path: join(pictures, 'forced.png'), fullPage: true });
    const drawn = await page.locator('.call .e').first().evaluate((box) => getComputedStyle(box).borderTopColor);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.notEqual(drawn, ground, 'outlines can be seen');
    assert.deepEqual(said, []);
    await close();
  },

  async print() {
    const { page, close } = await open('small', { colorScheme: 'dark' });
    await openRows(page, 2);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('nav').isVisible(), false);
    assert.equal(await page.locator('#filters').isVisible(), false);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    const pdf = await page.pdf({ format: 'A4' });
    assert.ok(pdf.length > 20_000, 'something is printed');
    if (pictures) await page.pdf({ format: 'A4', path: join(pictures, 'print.pdf') });
    await close();
  },

  async without_script() {
    const { page, close } = await open('small', { javaScriptEnabled: false });
    for (const text of ['There is something that no list accepts', 'New tonight', 'Changed or back', 'Gone', 'Exit code 1']) {
      assert.ok(await page.getByText(text).first().isVisible(), text);
    }
    assert.ok(await page.locator('#matrix table').first().isVisible());
    assert.ok(await page.getByText('need JavaScript').isVisible());
    assert.equal(await page.locator('#filters').isVisible(), false);
    assert.equal(await page.locator('button.one').first().isVisible(), false);
    await close();
  },

  // What has to be on the page, and one number for each heading.
  async contents() {
    const { page, close } = await open('small');
    const heads = await page.locator('h2').allInnerTexts();
    const wanted = ['Who was tested', 'New tonight', 'Changed or back', 'Gone', 'Open as before', 'On the list of known findings', 'Subjects and clauses', 'All buckets',
      'Dialects side by side', 'Coverage', 'Cases and buckets over time', 'Trials', 'Words and documents'];
    assert.deepEqual(heads.map((head) => head.split('\n')[0].trim()), wanted);
    assert.match(heads[1], /1 bucket, 330 trials/);
    const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
    levels.forEach((level, at) => assert.ok(at === 0 ? level === 1 : level <= levels[at - 1] + 1, 'no heading level is left out'));
    for (const landmark of ['banner', 'main', 'contentinfo', 'navigation', 'search']) {
      assert.equal(await page.getByRole(landmark).count(), 1, landmark);
    }
    const lost = await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute('href').slice(1))
      .filter((id) => !/^(b|only)-/.test(id) && !document.getElementById(id)));
    assert.deepEqual(lost, [], 'links lead somewhere');
    const heading = page.locator('table').evaluateAll((tables) => tables.every((table) => table.querySelector('thead th[scope=col]')));
    assert.ok(await heading, 'every table has heads');
    await openRows(page, 1);
    const detail = page.locator('#rows .detail').first();
    for (const text of ['The rule', 'Expected and observed', 'Picture of the call', 'The picture as text', 'The smallest case',
      'Who shows it', 'History', 'To see it again', 'Text for a bug tracker']) {
      assert.ok(await detail.getByText(text, { exact: true }).first().isVisible(), text);
    }
    const says = 'epiphany-elf-gcc 12.2.0 at -O3, as caller, passes part of arg3 in r3, where EPIPHANY-ARG-06 puts it in [sp+0]';
    assert.ok(await detail.getByRole('img', { name: `Picture of the call: ${says}` }).isVisible());
    assert.ok((await detail.innerText()).includes('epiphany-elf-gcc -O3'), 'the command with its options');
    assert.equal(await page.locator('#rows .says').first().innerText(), says);
    assert.equal(await page.locator('.lists .says').first().innerText(), says);
    assert.match(await page.locator('#tested code').first().innerText(), /^epiphany-elf-gcc -O2, -O3, -Os$/);
    await close();
  },

  // The call is drawn before anything is opened: caller, places, callee; what is wrong beside what is right.
  async drawn_in_the_list() {
    for (const width of [390, 1280]) {
      const { page, close } = await open('small', { viewport: { width, height: 900 } });
      const row = page.locator('#rows > li').first();
      assert.equal(await row.locator('.detail').count(), 0);
      const box = (name) => row.locator(name).first().boundingBox();
      const [caller, callee, right, wrong] = await Promise.all(
        ['.side >> nth=0', '.side >> nth=1', '.right-place', '.wrong-place'].map(box));
      assert.ok(caller.x < callee.x && Math.abs(right.y - wrong.y) < 8 && wrong.x - right.x - right.width < 24, `${width} px`);
      assert.match(await row.locator('.sketch').innerText(), /caller\s+epiphany-elf-gcc 12\.2\.0 at -O3[^]*arg3[^]*\[sp\+0\][^]*r3[^]*callee\s+probe/);
      assert.equal(await row.locator('.guilty').count(), 1);
      const told = await page.locator('#rows .how').evaluateAll((all) => all.filter((one) => one.textContent)
        .map((one) => [one.textContent, getComputedStyle(one).color !== getComputedStyle(document.body).color]));
      assert.deepEqual(told.slice(0, 2), [['wrong value', true], ['lost register', true]]);
      await row.locator('h3 button').click();
      await row.locator('.call').waitFor();
      const [place, instead] = await Promise.all(['.pair >> nth=0 >> .place >> nth=0', '.pair >> nth=0 >> .place >> nth=1'].map(box));
      assert.ok(Math.abs(place.y - instead.y) < 4 && place.x + place.width <= instead.x, 'the places stand side by side');
      const heads = await page.locator('#matrix-1 .subject span').evaluateAll((all) => all.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return `${one.textContent} ${width > 8 && height > 40}`;
      }));
      assert.deepEqual(heads, ['epiphany-elf-gcc-O2 true', 'epiphany-elf-gcc-O3 true', 'epiphany-elf-gcc-Os true', 'embedded-epiphany true']);
      await close();
    }
  },

  // What is in the files, and what the script makes of it.
  async markup() {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    // What a browser writes of its tree has marks of its own.
    const written = new HtmlValidate({ extends: ['html-validate:recommended'], rules: { 'attribute-boolean-style': 'off', 'doctype-style': 'off', 'attribute-empty-style': 'off', 'no-inline-style': 'off', 'void-style': 'off' } });
    for (const name of ['small', 'alone', 'recorded', 'hostile']) {
      const { page, close } = await open(name);
      await openRows(page, 20);
      for (const [which, text] of [[validator, readFileSync(join(folder, `${name}.html`), 'utf8')], [written, await page.content()]]) {
        const { results } = await which.validateString(text);
        const remarks = results.flatMap((one) => one.messages).map((one) => `${one.ruleId}, line ${one.line}: ${one.message} (${one.selector})`);
        assert.deepEqual(remarks, [], name);
      }
      await close();
    }
  },

  async keyboard() {
    const { page, close } = await open('small');
    const seen = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const now = await page.evaluate(() => {
        const one = document.activeElement;
        if (one === document.body) return null;
        const box = one.getBoundingClientRect();
        const last = window.lastFocus;
        window.lastFocus = one;
        return {
          name: one.id || one.getAttribute('href') || one.getAttribute('aria-label') || one.textContent.trim(),
          outline: getComputedStyle(one).outlineStyle,
          visible: box.width > 0 && box.height > 0 && box.right > 0,
          behind: !last || Boolean(last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
        };
      });
      if (!now) break;
      assert.ok(now.visible, `${now.name} can be seen`);
      assert.notEqual(now.outline, 'none', `${now.name} shows that it has the focus`);
      assert.ok(now.behind, `${now.name} comes in the order of the document`);
      seen.push(now.name);
    }
    const order = ['#main', '#tested', '#buckets', 'search', 'choose-state', 'choose-target', 'choose-subject'];
    const places = order.map((name) => seen.indexOf(name));
    assert.ok(places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1])), `Tab order: ${seen.join(', ')}`);
    assert.equal(seen[0], '#main', 'the first stop skips what comes before the report');
    const row = page.locator('#rows h3 button').first();
    await row.focus();
    await page.keyboard.press('Enter');
    assert.equal(await row.getAttribute('aria-expanded'), 'true');
    await page.locator('#rows .detail h4').first().waitFor();
    await page.keyboard.press('Space');
    assert.equal(await row.getAttribute('aria-expanded'), 'false');
    assert.equal(await page.locator('#rows .detail').count(), 0);
    const toggle = page.locator('button.one').first();
    await toggle.focus();
    await page.keyboard.press('Enter');
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    assert.equal(await page.locator('.matrix tbody tr:visible').count(), 2);
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.matrix tbody tr:visible').count(), 4);
    await close();
  },

  // A link from the lists leads to the bucket, which is open then and has the focus.
  async links() {
    const { page, said, close } = await open('small');
    await page.locator('.lists a').first().click();
    await page.locator('#rows .detail h4').first().waitFor();
    const id = new URL(page.url()).hash.slice(3);
    assert.equal(await page.evaluate(() => document.activeElement.id), `r-${id}`);
    await page.getByRole('button', { name: 'Copy the source' }).first().click();
    await page.getByText(/Copied|Selected/).first().waitFor();
    assert.deepEqual(said, []);
    const again = await open('small', {}, `#b-${id}`);
    await again.page.locator('#rows .detail h4').first().waitFor();
    await again.close();
    await close();
  },

  async search_and_filter() {
    const { page, close } = await open('large');
    const told = () => page.locator('#status').innerText();
    assert.match(await told(), /^10,00\d buckets; shown are 1 to 200$/);
    await page.locator('#search').fill('arg-06 result');
    await page.waitForFunction(() => / of 10,00\d buckets/.test(document.getElementById('status').textContent));
    const some = Number((await told()).split(' ')[0].replace(',', ''));
    assert.ok(some > 100 && some < 10_000, await told());
    await page.locator('#search').fill('nothing has this text');
    await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('0 of'));
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('10,00'));
    await page.locator('#choose-state').selectOption('gone');
    assert.match(await told(), /^1 of 10,00\d bucket/);
    await page.locator('#choose-state').selectOption('');
    await page.getByRole('button', { name: 'After these rows' }).click();
    assert.match(await told(), /shown are 201 to 400$/);
    assert.equal(await page.locator('#rows > li').count(), AT_ONCE);
    await close();
  },

  async size_and_speed() {
    const bytes = statSync(join(folder, 'large.html')).size;
    assert.ok(bytes <= LARGEST, `${bytes} bytes`);
    const times = [];
    for (let run = 0; run < 5; run += 1) {
      const { page, close } = await open('large');
      times.push(await page.evaluate(() => performance.getEntriesByName('rows')[0].startTime));
      assert.ok(await page.locator('#rows > li').count() <= AT_ONCE);
      if (run === 0) {
        const all = await page.evaluate(() => document.querySelectorAll('*').length);
        const detail = await page.evaluate(async () => {
          const button = document.querySelector('#rows h3 button');
          const begin = performance.now();
          button.click();
          while (!document.querySelector('#rows .detail h4')) await new Promise((done) => setTimeout(done, 1));
          return performance.now() - begin;
        });
        console.log(`  ${bytes} bytes, ${all} elements; details of a bucket after ${Math.round(detail)} ms`);
      }
      await close();
    }
    times.sort((one, other) => one - other);
    console.log(`  first rows after ${times.map(Math.round).join(', ')} ms`);
    assert.ok(times[2] <= FIRST_ROWS, 'the first rows are there in time');
  },

  async nothing_is_obeyed() {
    const { page, said, close } = await open('hostile');
    await openRows(page, 20);
    assert.equal(await page.evaluate(() => window.obeyed), undefined);
    const bad = await page.evaluate(() => [...document.querySelectorAll('a')]
      .map((link) => link.href).filter((href) => !/^(file|https?):/.test(href)));
    assert.deepEqual(bad, []);
    const made = await page.evaluate(() => ({
      images: document.images.length,
      handlers: [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some((own) => /^on/.test(own.name))).length,
      hidden: /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u001b]/.test(document.body.innerText + document.title),
    }));
    assert.deepEqual(made, { images: 0, handlers: 0, hidden: false });
    assert.ok((await page.locator('body').innerText()).includes('\\u{202e}'), 'what is hidden is shown');
    assert.deepEqual(said, []);
    await close();
  },
};

let failed = 0;
const wanted = process.argv.slice(3);
for (const [name, check] of Object.entries(checks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    await check();
    console.log(`ok: ${name.replaceAll('_', ' ')}`);
  } catch (error) {
    failed += 1;
    const [, line] = /check\.mjs:(\d+)/.exec(error.stack) ?? [];
    console.error(`FAILED: ${name.replaceAll('_', ' ')}: ${error.message} (line ${line})`);
  }
}
await browser.close();
process.exitCode = failed > 0 ? 1 : 0;
