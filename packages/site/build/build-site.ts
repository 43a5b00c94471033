import { join } from 'node:path';
import { publicFacts, type PublishedSnapshot } from '@galley/content';
import { newId } from '@galley/kernel';
import type { MediaLibrary } from '@galley/media';
import { Outdated } from '../dependencies/outdated.ts';
import { tagOf } from '../dependencies/tags.ts';
import { loadState, type BuildState, type KnownDocument, type Output } from './build-state.ts';
import type { Finding } from './finding.ts';
import {
  digestMedia,
  listMediaOutputs,
  linkOrCopy,
  listPictureHashes,
  listVariantOutputs,
  type MediaOutput,
} from './media-outputs.ts';
import { profilePictureAddress } from '../pages/profile-pictures.ts';
import { addFullText } from './full-text-outputs.ts';
import { findPublicOutput, NewOutput, OutputChanged, writeNewFile } from './output-folder.ts';
import type { PageSettings } from '../pages/page.ts';
import type { Built, BuildTask } from './page-builder.ts';

export interface BuildProgress {
  readonly phase: 'pages' | 'media' | 'publishing';
  readonly done: number;
  readonly total: number;
}

export interface BuildPlan {
  readonly publicDirectory: string;
  readonly snapshot: PublishedSnapshot;
  readonly addresses: readonly BuildTask[];
  /** Identifies everything besides documents and media. */
  readonly key: string;
  readonly settings: PageSettings;
  readonly contentDirectory: string;
  readonly library: MediaLibrary;
  /** By hash; `undefined` for pictures that public pages may not show. */
  readonly readProfilePicture: (hash: string) => Promise<Uint8Array | undefined>;
  /** Calls `onBuilt` for each task. */
  readonly render: (
    tasks: readonly BuildTask[],
    folder: string,
    onBuilt: (built: Built) => void,
  ) => Promise<void>;
  readonly isFull?: boolean;
  readonly onProgress?: (progress: BuildProgress) => void;
}

export interface BuildReport {
  readonly id: string;
  readonly files: number;
  readonly rendered: number;
  readonly written: number;
  readonly removed: number;
  readonly findings: readonly Finding[];
}

interface Draft {
  readonly outputs: Map<string, Output>;
  readonly written: Set<string>;
  rendered: number;
}

/**
 * Renders new addresses and those with changed dependencies. Replaces the public output atomically at the end.
 * Missing public files cause a full build.
 */
export async function buildSite(plan: BuildPlan): Promise<BuildReport> {
  try {
    return await build(plan);
  } catch (error) {
    if (!(error instanceof OutputChanged)) throw error;
    return build({ ...plan, isFull: true });
  }
}

async function build(plan: BuildPlan): Promise<BuildReport> {
  const { publicDirectory, snapshot, key, onProgress } = plan;
  const live = plan.isFull === true ? undefined : await loadLive(publicDirectory);
  const media = await listMediaOutputs(plan.contentDirectory);
  const documents = collectDocuments(snapshot, live);
  const outdated = findOutdated({ live, documents, media, addresses: plan.addresses });
  const tasks = selectTasks(plan, live, outdated);
  const id = newId();
  const output = await NewOutput.begin(publicDirectory, id);
  const draft: Draft = { outputs: reusableOutputs(plan, live), written: new Set(), rendered: 0 };
  await renderPages(plan, draft, { tasks, folder: output.folder });
  await takeMedia(plan, draft, { media, live, folder: output.folder });
  await takeProfilePictures(plan, draft, { live, folder: output.folder });
  await addFullText(plan, draft, { live, folder: output.folder });
  onProgress?.({ phase: 'publishing', done: 0, total: 1 });
  const { outputs, written, rendered } = draft;
  const { digest: published } = snapshot;
  const facts = { id, key, published, media: digestMedia(media) };
  await output.publish({ ...facts, outputs, documents }, written);
  const removed = live ? [...live.outputs.keys()].filter((address) => !outputs.has(address)) : [];
  return {
    id,
    files: outputs.size,
    rendered,
    written: written.size,
    removed: removed.length,
    findings: [
      ...impossible(plan.addresses),
      ...sameAddresses(snapshot),
      ...[...outputs.values()].flatMap(({ findings = [] }) => findings),
    ],
  };
}

/** `undefined` without a public output. */
async function loadLive(publicDirectory: string): Promise<BuildState | undefined> {
  const found = await findPublicOutput(publicDirectory);
  return found && loadState(found.stateFolder);
}

function impossible(addresses: readonly BuildTask[]): Finding[] {
  return addresses.flatMap(({ address, file }) =>
    file === undefined ? [{ kind: 'impossible_address', address }] : [],
  );
}

function sameAddresses(snapshot: PublishedSnapshot): Finding[] {
  const first = new Map<string, string>();
  return snapshot.documents.flatMap(({ path: document, url: address }): Finding[] => {
    const other = first.get(address);
    if (other === undefined) first.set(address, document);
    return other === undefined ? [] : [{ kind: 'same_address', document, other, address }];
  });
}

/** Unchanged documents keep their object. */
function collectDocuments(
  snapshot: PublishedSnapshot,
  live: BuildState | undefined,
): Map<string, KnownDocument> {
  const documents = new Map<string, KnownDocument>();
  for (const summary of snapshot.documents) {
    const { path, version } = summary;
    const known = live?.documents.get(path);
    const isSame = known?.version === version;
    documents.set(path, isSame ? known : { ...publicFacts(summary), version });
  }
  return documents;
}

interface Changes {
  readonly live: BuildState | undefined;
  readonly documents: ReadonlyMap<string, KnownDocument>;
  readonly media: readonly MediaOutput[];
  readonly addresses: readonly BuildTask[];
}

/** Finds what changed since the public output was built. */
function findOutdated({ live, documents, media, addresses }: Changes): Outdated {
  const outdated = new Outdated();
  if (live === undefined) return outdated;
  for (const path of new Set([...documents.keys(), ...live.documents.keys()])) {
    const [before, after] = [live.documents.get(path), documents.get(path)];
    if (before !== after) outdated.addChange({ before, after });
  }
  outdated.addTags(changedAddresses(addresses, live).map(tagOf.url));
  const files = new Map(media.map((one) => [one.address, one.hash]));
  for (const { address, hash, tags } of media)
    if (live.outputs.get(address)?.hash !== hash) outdated.addTags(tags);
  for (const [address, { source, tags }] of live.outputs)
    if (source === 'media' && !files.has(address)) outdated.addTags(tags);
  return outdated;
}

function changedAddresses(addresses: readonly BuildTask[], live: BuildState): string[] {
  const present = new Set(addresses.map(({ address }) => address));
  const changed: string[] = [];
  for (const address of present) if (!live.outputs.has(address)) changed.push(address);
  for (const [address, { source }] of live.outputs)
    if (source === undefined && !present.has(address)) changed.push(address);
  return changed;
}

function selectTasks(
  { addresses, key }: BuildPlan,
  live: BuildState | undefined,
  outdated: Outdated,
): BuildTask[] {
  const isOther = live?.key !== key;
  return addresses.flatMap((task) => {
    const known = live?.outputs.get(task.address);
    const isOutdated = isOther || known === undefined || outdated.outdates(known.tags);
    return isOutdated ? [{ ...task, known: known?.hash }] : [];
  });
}

function reusableOutputs(
  { addresses }: BuildPlan,
  live: BuildState | undefined,
): Map<string, Output> {
  const kept = new Map<string, Output>();
  for (const { address } of addresses) {
    const known = live?.outputs.get(address);
    if (known) kept.set(address, known);
  }
  return kept;
}

interface Rendering {
  readonly tasks: readonly BuildTask[];
  readonly folder: string;
}

async function renderPages(
  { render, onProgress }: BuildPlan,
  draft: Draft,
  { tasks, folder }: Rendering,
): Promise<void> {
  const total = tasks.length;
  await render(tasks, folder, ({ address, output, isWritten }) => {
    if (output === undefined) draft.outputs.delete(address);
    else draft.outputs.set(address, output);
    if (isWritten) draft.written.add(address);
    draft.rendered += 1;
    if (draft.rendered % 50 === 0) onProgress?.({ phase: 'pages', done: draft.rendered, total });
  });
}

async function takeProfilePictures(
  { readProfilePicture }: BuildPlan,
  { outputs, written }: Draft,
  { live, folder }: Pick<TakingMedia, 'live' | 'folder'>,
): Promise<void> {
  for (const hash of listPictureHashes(outputs.values())) {
    const address = profilePictureAddress(hash);
    const known = live?.outputs.get(address);
    const image = known === undefined ? await readProfilePicture(hash) : undefined;
    const file = address.slice(1);
    if (known) outputs.set(address, known);
    else if (image) {
      writeNewFile(join(folder, file), image);
      outputs.set(address, { file, hash, tags: [], source: 'media' });
      written.add(address);
    }
  }
}

interface TakingMedia {
  readonly media: readonly MediaOutput[];
  readonly live: BuildState | undefined;
  readonly folder: string;
}

async function takeMedia(
  { library, onProgress }: BuildPlan,
  { outputs, written }: Draft,
  { media, live, folder }: TakingMedia,
): Promise<void> {
  let done = 0;
  const take = async (one: MediaOutput): Promise<void> => {
    const { address, file, hash, tags } = one;
    const known = live?.outputs.get(address);
    if (known?.hash === hash) outputs.set(address, known);
    else {
      linkOrCopy(folder, one);
      outputs.set(address, { file, hash, tags, source: 'media' });
      written.add(address);
    }
    done += 1;
    if (done % 50 === 0) onProgress?.({ phase: 'media', done, total: done });
  };
  const pages = [...outputs.values()];
  for (const one of media) await take(one);
  const known = (address: string) => live?.outputs.get(address);
  for await (const variant of listVariantOutputs(library, pages, known)) await take(variant);
}
