import { documents, fetch, settings, storage } from 'galley';

// A job has a minute: it stops well before, and the next one goes on where it was.
const workMilliseconds = 30_000;
const pageSize = 50;
const mostFindings = 1_000;
const week = 7 * 24 * 60 * 60_000;

const reasons = {
  document: 'this document is not public, or not there',
  media: 'there is no such file',
  page: 'nothing is at this address',
};

const ignored = () =>
  (settings.ignore ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const fresh = () => ({ page: 1, at: 0, findings: [], isDone: false });

async function goOn() {
  const state = await storage.get({ key: 'state' });
  if (state && !state.isDone) await check(state);
}

async function check(state) {
  const end = Date.now() + workMilliseconds;
  while (Date.now() < end) {
    const { items, has_more: hasMore } = await documents.list({
      page: state.page,
      page_size: pageSize,
    });
    while (state.at < items.length && Date.now() < end) {
      await checkDocument(items[state.at], state, end);
      state.at += 1;
    }
    if (state.at < items.length) break;
    if (!hasMore || state.findings.length >= mostFindings) {
      state.isDone = true;
      state.finishedAt = new Date().toISOString();
      await storage.set({
        key: 'report',
        value: { ...state, findings: state.findings.slice(0, mostFindings) },
      });
      break;
    }
    state.page += 1;
    state.at = 0;
  }
  await storage.set({ key: 'state', value: state });
}

async function checkDocument({ path }, state, end) {
  const leftOut = ignored();
  for (const link of await linksOf(path)) {
    if (leftOut.some((beginning) => link.target.startsWith(beginning))) continue;
    const reason = link.found === false ? reasons[link.kind] : await outside(link, end);
    if (reason)
      state.findings.push({ document: path, line: link.line, target: link.target, reason });
  }
}

async function linksOf(path) {
  try {
    return await documents.links({ path });
  } catch (error) {
    // It was deleted since it was listed.
    if (error.code === 'not_found') return [];
    throw error;
  }
}

async function outside({ kind, target }, end) {
  if (kind !== 'external' || !settings.external || Date.now() > end) return undefined;
  if (!/^https?:/.test(target)) return undefined;
  // Keys are short; of two long addresses that begin alike, the first stands for both.
  const key = `asked ${target}`.slice(0, 200);
  const known = await storage.get({ key });
  if (known && Date.now() - known.at < week) return known.reason ?? undefined;
  const reason = await ask(target);
  try {
    await storage.set({ key, value: { at: Date.now(), reason: reason ?? null } });
  } catch (error) {
    if (error.code !== 'storage_full') throw error;
    await forgetAsked();
  }
  return reason;
}

async function ask(url) {
  try {
    let { status } = await fetch({ url, method: 'HEAD' });
    // Some sites do not answer HEAD as they should.
    if (status >= 400) ({ status } = await fetch({ url }));
    return status === 404 || status === 410 ? `the site answers ${status}` : undefined;
  } catch (error) {
    return error.code === 'fetch_failed' ? error.message : undefined;
  }
}

async function forgetAsked() {
  for (const key of await storage.keys({ prefix: 'asked ' })) await storage.delete({ key });
}

export const jobs = {
  check: () => check(fresh()),
  'go-on': goOn,
};

export const routes = {
  'GET /report': async ({ caller }) => {
    const report = await storage.get({ key: 'report' });
    if (!report) return { rows: [], summary: 'Nothing has been checked yet.' };
    const rows = await seenBy(report.findings, caller);
    const day = report.finishedAt.slice(0, 16).replace('T', ' ');
    return { rows, summary: `Last checked on ${day} UTC.` };
  },
  'POST /check': async () => {
    await storage.set({ key: 'state', value: fresh() });
    return { message: 'The documents are checked within the next minutes.' };
  },
};

/** Nobody is told of documents that they may not read. */
async function seenBy(findings, caller) {
  const readable = new Map();
  for (const { document } of findings) {
    if (!readable.has(document)) readable.set(document, await isReadable(document, caller));
  }
  return findings.filter(({ document }) => readable.get(document));
}

async function isReadable(path, caller) {
  try {
    await documents.get({ path, as: caller.key });
    return true;
  } catch (error) {
    if (error.code === 'not_found') return false;
    throw error;
  }
}
