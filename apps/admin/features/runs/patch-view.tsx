import { Columns2, Rows3 } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { storePreference, readPreference } from '../../lib/local-preference.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWideScreen } from '../../lib/use-wide-screen.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/index.ts';
import { parsePatch, type PatchFile } from './parse-patch.ts';
import { FilePatch } from './patch-file.tsx';
import { hunkIdsByFile, usePatchReview } from './patch-review.tsx';
import styles from './patch.module.css';
import { proposalMessages } from './proposal-messages.ts';

type Layout = 'side' | 'inline';

/** Maximum over all files, which a browser still lays out quickly. */
const maxLines = 2000;

export function PatchView(props: {
  readonly patch: string;
  /** For dialogs: inline view, without keyboard shortcuts. */
  readonly isCompact?: boolean;
}): ReactNode {
  const { patch, isCompact = false } = props;
  const messages = useMessages(proposalMessages);
  const files = useMemo(() => parsePatch(patch), [patch]);
  const review = usePatchReview();
  const hunkIds = useMemo(() => hunkIdsByFile(files, review?.hunks ?? []), [files, review?.hunks]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(() => foldedAtFirst(files));
  const [chosen, setChosen] = useState<Layout>(
    readPreference('patch') === 'inline' ? 'inline' : 'side',
  );
  const isWide = useWideScreen();
  const box = useRef<HTMLDivElement>(null);
  const layout = isCompact || !isWide ? 'inline' : chosen;
  const choose = (next: Layout) => {
    setChosen(next);
    storePreference('patch', next);
  };
  if (files.length === 0) return <RawPatch patch={patch} />;
  const fold = (place: number, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(place);
    else next.delete(place);
    setFolded(next);
  };
  return (
    <div className={styles['patch']} ref={box}>
      {!isCompact && <FileKeys step={(by) => goToFile(box.current, by)} />}
      <div className={styles['patchHead']}>
        <Sums files={files} />
        {!isCompact && isWide && <LayoutChoice layout={layout} onChoose={choose} />}
      </div>
      {files.length > 1 && !isCompact && (
        <FileList
          files={files}
          onGo={(place) => goTo(box.current, place)}
          label={messages.fileList}
        />
      )}
      {files.map((file, place) => (
        <FilePatch
          key={place}
          file={file}
          hunkIds={hunkIds[place] ?? []}
          isSideBySide={layout === 'side'}
          isFolded={folded.has(place)}
          onFold={(isFolded) => fold(place, isFolded)}
        />
      ))}
    </div>
  );
}

function foldedAtFirst(files: readonly PatchFile[]): Set<number> {
  const folded = new Set<number>();
  let lines = 0;
  for (const [place, { hunks }] of files.entries()) {
    lines += hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    if (lines > maxLines && place > 0) folded.add(place);
  }
  return folded;
}

function RawPatch({ patch }: { readonly patch: string }): ReactNode {
  const messages = useMessages(proposalMessages);
  return (
    <div className="stack">
      <p className="soft">{messages.unreadable}</p>
      <pre className={styles['raw']} tabIndex={0}>
        {patch.slice(0, 100_000)}
      </pre>
    </div>
  );
}

function Sums({ files }: { readonly files: readonly PatchFile[] }): ReactNode {
  const messages = useMessages(proposalMessages);
  const sum = (of: (file: PatchFile) => number) => files.reduce((all, file) => all + of(file), 0);
  return (
    <p className="soft small grow">
      {messages.files({ count: files.length })} ·{' '}
      {messages.addedLines({ count: sum(({ added }) => added) })} ·{' '}
      {messages.removedLines({ count: sum(({ removed }) => removed) })}
    </p>
  );
}

function LayoutChoice(props: {
  readonly layout: Layout;
  readonly onChoose: (layout: Layout) => void;
}): ReactNode {
  const { layout, onChoose } = props;
  const messages = useMessages(proposalMessages);
  return (
    <div className="row" role="group" aria-label={messages.layout}>
      <Button
        size="small"
        kind="quiet"
        icon={Columns2}
        isPressed={layout === 'side'}
        onPress={() => onChoose('side')}
      >
        {messages.sideBySide}
      </Button>
      <Button
        size="small"
        kind="quiet"
        icon={Rows3}
        isPressed={layout === 'inline'}
        onPress={() => onChoose('inline')}
      >
        {messages.inline}
      </Button>
    </div>
  );
}

function FileList(props: {
  readonly files: readonly PatchFile[];
  readonly label: string;
  readonly onGo: (place: number) => void;
}): ReactNode {
  return (
    <nav aria-label={props.label} className={styles['fileList']}>
      <ul>
        {props.files.map((file, place) => (
          <li key={place}>
            <button type="button" onClick={() => props.onGo(place)}>
              <span className="breaks">{file.path}</span>
              <span className={styles['plus']}>+{file.added}</span>
              <span className={styles['minus']}>−{file.removed}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FileKeys({ step }: { readonly step: (by: number) => void }): ReactNode {
  const messages = useMessages(proposalMessages);
  useShortcut({ keys: 'j', label: messages.nextFile, run: () => step(1) });
  useShortcut({ keys: 'k', label: messages.previousFile, run: () => step(-1) });
  return null;
}

function headsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-file-head]') ?? [])];
}

function goTo(box: HTMLElement | null, place: number): void {
  const head = headsIn(box)[place];
  head?.scrollIntoView({ block: 'start' });
  head?.focus({ preventScroll: true });
}

function goToFile(box: HTMLElement | null, by: number): void {
  const heads = headsIn(box);
  const at = heads.findIndex((head) => head === document.activeElement);
  goTo(box, Math.min(heads.length - 1, Math.max(0, at + by)));
}
