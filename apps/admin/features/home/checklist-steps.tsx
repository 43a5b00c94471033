import type { OnboardingSteps } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, toastProblem } from '../../ui/index.ts';
import { isNewDocumentOpen } from '../documents/new-document-store.ts';
import { checklistMessages } from './checklist-messages.ts';

interface Props {
  readonly steps: OnboardingSteps;
}

function Body(props: { readonly text: string; readonly children?: ReactNode }): ReactNode {
  return (
    <>
      <p className="soft small breaks">{props.text}</p>
      {props.children && <div className="row">{props.children}</div>}
    </>
  );
}

export function NameStep({ steps: { site_name: name } }: Props): ReactNode {
  const messages = useMessages(checklistMessages);
  if (name.done) return <Body text={messages.siteNameDone({ name: name.title })} />;
  return (
    <Body text={messages.siteNameText}>
      <Link className="button small" to="/settings/$section" params={{ section: 'site' }}>
        {messages.toSiteName}
      </Link>
    </Body>
  );
}

export function ThemeStep({ steps: { theme } }: Props): ReactNode {
  const messages = useMessages(checklistMessages);
  const { name } = theme;
  const keeping = useAction(async () => {
    await galley.themes.switch({ name });
    await queryClient.invalidateQueries({ queryKey: ['onboarding'] });
  }, toastProblem);
  if (theme.done) return <Body text={messages.themeDone({ name })} />;
  return (
    <Body text={messages.themeText({ name })}>
      <Link className="button small" to="/themes">
        {messages.toThemes}
      </Link>
      <Button kind="quiet" size="small" isPending={keeping.isPending} onPress={keeping.run}>
        {messages.keepTheme({ name })}
      </Button>
    </Body>
  );
}

export function DocumentStep({ steps: { document } }: Props): ReactNode {
  const messages = useMessages(checklistMessages);
  if (document.path !== null)
    return (
      <Body text={messages.documentDone({ title: document.title || document.path })}>
        <EditLink path={document.path}>{messages.continueWriting}</EditLink>
      </Body>
    );
  return (
    <Body text={messages.documentText}>
      <Button size="small" onPress={() => isNewDocumentOpen.set(true)}>
        {messages.write}
      </Button>
    </Body>
  );
}

export function PeopleStep({ steps: { people } }: Props): ReactNode {
  const messages = useMessages(checklistMessages);
  if (people.done) return <Body text={messages.peopleDone} />;
  return (
    <Body text={messages.peopleText}>
      <InviteLink>{messages.invite}</InviteLink>
    </Body>
  );
}

export function PublishStep({ steps }: Props): ReactNode {
  const messages = useMessages(checklistMessages);
  const { publish, document, people, require_approval: isRequired } = steps;
  if (publish.url !== null)
    return (
      <Body text={messages.publishDone({ title: publish.title })}>
        <a className="button small" href={publish.url} target="_blank" rel="noreferrer">
          {messages.viewPage}
        </a>
      </Body>
    );
  if (isRequired && people.reviewers === 0)
    return (
      <Body text={messages.publishAlone}>
        <InviteLink>{messages.inviteReviewer}</InviteLink>
        <Link className="button small" to="/settings/$section" params={{ section: 'editorial' }}>
          {messages.toEditorial}
        </Link>
      </Body>
    );
  if (document.path === null) return <Body text={messages.publishFirst} />;
  return (
    <Body text={isRequired ? messages.publishApproved : messages.publishText}>
      <EditLink path={document.path}>{messages.openDocument}</EditLink>
    </Body>
  );
}

function EditLink(props: { readonly path: string; readonly children: ReactNode }): ReactNode {
  return (
    <Link className="button small" to="/edit/$" params={{ _splat: props.path }}>
      {props.children}
    </Link>
  );
}

function InviteLink({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Link className="button small" to="/people" search={{ new: 1 }}>
      {children}
    </Link>
  );
}
