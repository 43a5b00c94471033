import type { Term, TermsResponse } from '@galley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, ExternalLink, FilePen, FilePlus, PencilLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { publicAddress } from '../../lib/public-address.ts';
import {
  Button,
  Checkbox,
  IconButton,
  Menu,
  StatusBadge,
  toastProblem,
  type MenuAction,
} from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { tagMessages } from './messages.ts';
import styles from './tags.module.css';

export interface TermTableProps {
  readonly found: TermsResponse;
  readonly terms: readonly Term[];
  /** By name. */
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (chosen: ReadonlySet<string>) => void;
  readonly onRename: (term: Term) => void;
}

export function TermTable(props: TermTableProps): ReactNode {
  const { terms, chosen, onChosen } = props;
  const messages = useMessages(tagMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.tags}>
        <thead>
          <tr>
            <th className={styles.check}>
              <span className="sr-only">{messages.merge}</span>
            </th>
            <th scope="col">{messages.name}</th>
            <th scope="col" className="number">
              {messages.documents}
            </th>
            <th scope="col" className={`number ${styles.wide}`}>
              {messages.published}
            </th>
            <th scope="col" className={styles.wide}>
              {messages.description}
            </th>
            <th className="number">
              <span className="sr-only">{messages.actions({ name: '' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term) => (
            <Row
              key={term.name}
              {...props}
              term={term}
              onChoose={(isChosen) => {
                const next = new Set(chosen);
                if (isChosen) next.add(term.name);
                else next.delete(term.name);
                onChosen(next);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends TermTableProps {
  readonly term: Term;
  readonly onChoose: (isChosen: boolean) => void;
}

function Row({ found, term, chosen, onChoose, onRename }: RowProps): ReactNode {
  const messages = useMessages(tagMessages);
  const { name, spellings, documents, published, pages } = term;
  const [page] = pages;
  return (
    <tr className={styles.middle}>
      <td>
        <Checkbox isSelected={chosen.has(name)} onChange={onChoose} isLabelHidden>
          {messages.select({ name })}
        </Checkbox>
      </td>
      <td>
        <Link
          to={'/documents'}
          search={{ term: `${found.taxonomy}:${name}` }}
          className="breaks"
          dir="auto"
        >
          <strong>{name}</strong>
        </Link>
        {spellings.length > 1 && (
          <span className="soft small block breaks">
            {messages.alsoWritten({ spellings: spellings.slice(1).join(', ') })}
          </span>
        )}
      </td>
      <td className="number">{documents}</td>
      <td className={`number ${styles.wide}`}>
        {page === undefined ? (
          published
        ) : (
          <a href={publicAddress(page.url)} target="_blank" rel="noreferrer">
            {published} <ExternalLink aria-hidden size={14} />
            <span className="sr-only"> {messages.viewPageOf({ name })}</span>
          </a>
        )}
      </td>
      <td className={styles.wide}>
        <Description found={found} term={term} />
      </td>
      <td className="number">
        <Actions found={found} term={term} onRename={() => onRename(term)} />
      </td>
    </tr>
  );
}

function Description(props: { readonly found: TermsResponse; readonly term: Term }): ReactNode {
  const { term } = props;
  const messages = useMessages(tagMessages);
  const [first] = term.descriptions;
  const describe = useDescribe(props);
  const [isPending, setPending] = useState(false);
  if (first === undefined) {
    return (
      <Button
        size="small"
        kind="quiet"
        icon={FilePlus}
        isPending={isPending}
        disabledReason={describe.disabledReason}
        onPress={() => {
          setPending(true);
          void describe.run().finally(() => setPending(false));
        }}
      >
        {messages.describe}
        <span className="sr-only"> {term.name}</span>
      </Button>
    );
  }
  const image = first.image === null ? undefined : publicAddress(rooted(first.image));
  return (
    <span className={styles.description}>
      {image && <img className={styles.image} src={image} alt="" loading="lazy" />}
      <span className="grow">
        <Link to={'/edit/$'} params={{ _splat: first.path }} className="breaks" dir="auto">
          {first.title}
        </Link>
        {first.summary && <span className="soft small block breaks">{first.summary}</span>}
      </span>
      {first.status !== 'published' && <StatusBadge status={first.status} />}
    </span>
  );
}

const rooted = (image: string) => (image.startsWith('media/') ? `/${image}` : image);

/** Creates the document at the address of the term's page, and opens it. */
function useDescribe({ found, term }: { readonly found: TermsResponse; readonly term: Term }) {
  const messages = useMessages(tagMessages);
  const navigate = useNavigate();
  const mayCreate = hasCapability(useSession(), 'documents.create', true);
  const place = found.described_by;
  const run = async () => {
    if (place === null) return;
    const { type, folder } = place;
    const { name: title, slug } = term;
    const lang = term.pages[0]?.lang ?? found.language;
    try {
      const { path } = await galley.documents.create({
        type,
        lang,
        title,
        slug,
        content: '',
        ...(folder !== '' && { folder }),
      });
      void invalidateDocuments();
      await navigate({ to: '/edit/$', params: { _splat: path } });
    } catch (error) {
      toastProblem(error);
    }
  };
  const unplaced = place === null ? messages.noPlace : term.slug === '' && messages.noPage;
  return { run, disabledReason: mayCreate ? unplaced : messages.mayNotCreate };
}

function Actions(props: {
  readonly found: TermsResponse;
  readonly term: Term;
  readonly onRename: () => void;
}): ReactNode {
  const { term, onRename } = props;
  const messages = useMessages(tagMessages);
  const navigate = useNavigate();
  const mayWrite = hasCapability(useSession(), 'documents.write', true);
  const describe = useDescribe(props);
  const actions: MenuAction[] = [
    {
      id: 'rename',
      label: messages.rename,
      icon: PencilLine,
      onAction: onRename,
      disabledReason: !mayWrite && messages.mayNotWrite,
    },
    ...(term.descriptions.length === 0
      ? [
          {
            id: 'describe',
            label: messages.describe,
            icon: FilePlus,
            onAction: () => void describe.run(),
            disabledReason: describe.disabledReason,
          },
        ]
      : term.descriptions.map(({ path, lang }) => ({
          id: path,
          label: `${messages.editDescription}${term.descriptions.length > 1 ? ` (${lang})` : ''}`,
          icon: FilePen,
          onAction: () => void navigate({ to: '/edit/$', params: { _splat: path } }),
        }))),
    ...term.pages.map(({ lang, url }) => ({
      id: url,
      label: term.pages.length > 1 ? messages.viewPageIn({ lang }) : messages.viewPage,
      icon: ExternalLink,
      onAction: () => void window.open(publicAddress(url), '_blank', 'noreferrer'),
    })),
  ];
  return (
    <Menu label={messages.actions({ name: term.name })} actions={actions}>
      <IconButton kind="quiet" size="small" icon={Ellipsis}>
        {messages.actions({ name: term.name })}
      </IconButton>
    </Menu>
  );
}
