import type { DocumentSummary, Term } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { currentMessages, useMessages, type TextsOf } from '../../lib/messages.ts';
import {
  ComboField,
  FormDialog,
  Notice,
  Progress,
  QueryBoundary,
  Select,
  StatusBadge,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { documentActionMessages } from '../documents/action-messages.ts';
import { reportRefusals } from '../documents/document-actions.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { slugOf } from '../documents/slug.ts';
import { toastUndo } from '../documents/undo.ts';
import { tagMessages } from './messages.ts';
import { documentsOfTermsQuery } from './queries.ts';
import {
  formerSlugs,
  movedDescriptions,
  renameTerms,
  undoRename,
  type FollowUp,
  type RenameReport,
  type TermsRename,
} from './rename-terms.ts';
import styles from './tags.module.css';

export interface RenameDialogProps {
  readonly taxonomy: string;
  /** Address of the list of terms, such as `/tags/`. */
  readonly base: string;
  /** A single term is renamed, several are merged. */
  readonly terms: readonly Term[];
  readonly all: readonly Term[];
  readonly requireApproval: boolean;
  readonly onClose: () => void;
}

export function RenameDialog(props: RenameDialogProps): ReactNode {
  const { taxonomy, terms, requireApproval, onClose } = props;
  const messages = useMessages(tagMessages);
  const session = useSession();
  const mayPublish = hasCapability(session, 'documents.publish');
  const isMerge = terms.length > 1;
  const [to, setTo] = useState(terms[0]!.name);
  const [followUp, setFollowUp] = useState<FollowUp>(
    requireApproval || !mayPublish ? 'review' : 'publish',
  );
  const [done, setDone] = useState<number | null>(null);
  const query = useQuery(documentsOfTermsQuery(taxonomy, terms));
  const documents = (query.data ?? []).filter((one) => wouldChange(one, { taxonomy, terms, to }));
  const submit = async () => {
    const redirects = mayPublish && terms.some(({ published }) => published > 0);
    const rename = { taxonomy, terms, to: to.trim(), documents, followUp, redirects };
    setDone(0);
    try {
      const report = await renameTerms(rename, setDone);
      onClose();
      announce(rename, report);
    } finally {
      setDone(null);
      void invalidateDocuments();
    }
  };
  return (
    <FormDialog
      title={
        isMerge
          ? messages.mergeTitle({ count: terms.length })
          : messages.renameTitle({ name: terms[0]!.name })
      }
      action={isMerge ? messages.confirmMerge : messages.confirmRename}
      disabledReason={findFault(props, to, messages) ?? (query.isPending && messages.changing)}
      onClose={onClose}
      onSubmit={submit}
    >
      <ComboField
        label={isMerge ? messages.mergeInto : messages.newName}
        value={to}
        onChange={setTo}
        options={props.all.map(({ name }) => ({ id: name, label: name }))}
        allowsOther
      />
      <Effects {...props} to={to} mayPublish={mayPublish} />
      <FollowUpField
        documents={documents}
        value={followUp}
        onChange={setFollowUp}
        options={[
          ...(requireApproval || !mayPublish ? [] : (['publish'] as const)),
          'review',
          'draft',
        ]}
      />
      <QueryBoundary query={query}>{() => <Preview documents={documents} />}</QueryBoundary>
      {done !== null && (
        <p role="status">
          {messages.changing}: {messages.progress({ done, all: documents.length })}
          <Progress label={messages.changing} value={done / Math.max(1, documents.length)} />
        </p>
      )}
    </FormDialog>
  );
}

function findFault(
  { terms }: RenameDialogProps,
  to: string,
  messages: TextsOf<typeof tagMessages>,
): string | undefined {
  const name = to.trim();
  if (name === '') return messages.nameNeeded;
  const spellings = terms.flatMap((term) => term.spellings);
  return spellings.length === 1 && spellings[0] === name ? messages.sameName : undefined;
}

function wouldChange(
  { taxonomies }: DocumentSummary,
  { taxonomy, terms, to }: Pick<TermsRename, 'taxonomy' | 'terms' | 'to'>,
): boolean {
  const spellings = terms.flatMap((term) => term.spellings);
  const had = [taxonomies[taxonomy] ?? []].flat().map(String);
  const old = had.filter((term) => spellings.includes(term));
  return old.length > 1 || old[0] !== to.trim();
}

function Effects(
  props: RenameDialogProps & { readonly to: string; readonly mayPublish: boolean },
): ReactNode {
  const { terms, all, base, to, mayPublish } = props;
  const messages = useMessages(tagMessages);
  const slug = slugOf(to);
  const target = all.find((term) => term.slug === slug && slug !== '');
  const former = formerSlugs(terms, to);
  const isPublic = terms.some(({ published }) => published > 0);
  const moved = movedDescriptions({ terms, to });
  const isNew = target !== undefined && !terms.includes(target);
  const staying = terms
    .filter((term) => former.includes(term.slug))
    .flatMap(({ descriptions }) => descriptions)
    .filter((one) => one.is_public && (isNew || !moved.includes(one)));
  return (
    <>
      {isNew && <Notice tone="info">{messages.merges({ name: target.name })}</Notice>}
      {slug !== '' && former.length > 0 && isPublic && (
        <p className="soft small">
          {mayPublish
            ? messages.redirects({
                from: former.map((one) => `${base}${one}/`).join(', '),
                to: `${base}${slug}/`,
              })
            : messages.noRedirect}
        </p>
      )}
      {moved.length > 0 && !isNew && <p className="soft small">{messages.descriptionMoves}</p>}
      {staying.map(({ path, title }) => (
        <Notice key={path} tone="warn">
          {messages.descriptionStays({ title })}
        </Notice>
      ))}
    </>
  );
}

function FollowUpField(props: {
  readonly documents: readonly DocumentSummary[];
  readonly value: FollowUp;
  readonly onChange: (value: FollowUp) => void;
  readonly options: readonly FollowUp[];
}): ReactNode {
  const { documents, value, onChange, options } = props;
  const messages = useMessages(tagMessages);
  const open = documents.filter(({ status }) => status === 'published' || status === 'scheduled');
  if (open.length === 0) return null;
  return (
    <Select
      label={messages.followUp}
      help={messages.followUpHelp({ count: open.length })}
      value={value}
      onChange={onChange}
      options={options.map((id) => ({ id, label: messages[id] }))}
    />
  );
}

const maxShown = 100;

function Preview({ documents }: { readonly documents: readonly DocumentSummary[] }): ReactNode {
  const messages = useMessages(tagMessages);
  if (documents.length === 0) return <p className="soft">{messages.nothingToChange}</p>;
  const rest = documents.length - maxShown;
  return (
    <section className="stack" aria-label={messages.willChange({ count: documents.length })}>
      <h3 className={styles.count}>{messages.willChange({ count: documents.length })}</h3>
      <ul className={styles.preview} tabIndex={0}>
        {documents.slice(0, maxShown).map(({ path, title, status }) => (
          <li key={path}>
            <span className="grow">
              <span className="block breaks" dir="auto">
                {title || path}
              </span>
              <span className="soft small breaks">{path}</span>
            </span>
            <StatusBadge status={status} />
          </li>
        ))}
        {rest > 0 && <li className="soft">{messages.andMore({ count: rest })}</li>}
      </ul>
    </section>
  );
}

function announce(rename: TermsRename, report: RenameReport): void {
  const { changed, unfinished, refused } = report;
  const results = changed.map(({ path }) => ({ path, ok: true, problem: null }));
  const isUnfinished = new Set(unfinished.map(({ path }) => path));
  reportRefusals([
    ...results.filter(({ path }) => !isUnfinished.has(path)),
    ...unfinished,
    ...refused,
  ]);
  const undo = async () => {
    try {
      toastUndo(await undoRename(rename, report));
    } catch (error) {
      toastProblem(error);
    } finally {
      void invalidateDocuments();
    }
  };
  const { done } = currentMessages(tagMessages);
  const { undo: label } = currentMessages(documentActionMessages);
  toast({
    text: done({ count: changed.length, name: rename.to }),
    ...(changed.length > 0 && { action: { label, onPress: () => void undo() } }),
  });
}
