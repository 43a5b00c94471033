import type { PluginReview as Review } from '@galley/sdk';
import { Upload } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  Button,
  Checkbox,
  ErrorNotice,
  FormDialog,
  Notice,
  Spinner,
  toast,
} from '../../ui/index.ts';
import { packageMessages } from './plugin-package-messages.ts';
import { PluginReview } from './plugin-review.tsx';
import { refreshPlugins } from './refresh-plugins.ts';

interface Chosen {
  readonly file: File;
  readonly review: Review;
}

/** Installs the plugin in a ZIP, or updates it; with `wanted`, only that plugin. */
export function PluginPackageDialog(props: {
  readonly wanted?: string;
  readonly onClose: () => void;
}): ReactNode {
  const { wanted, onClose } = props;
  const messages = useMessages(packageMessages);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isGranted, setGranted] = useState(false);
  const review = chosen?.review;
  const isUpdate = wanted !== undefined || typeof review?.installed_version === 'string';
  const needsGrant = ({ needs_approval }: Review) => needs_approval && !isGranted;
  const submit = async () => {
    await (isUpdate ? updatePlugin(chosen!, isGranted) : installPlugin(chosen!));
    onClose();
  };
  return (
    <FormDialog
      title={wanted === undefined ? messages.install : messages.updateOf({ name: wanted })}
      action={isUpdate ? messages.updateAction : messages.installAction}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={review ? needsGrant(review) && messages.grantFirst : messages.chooseFirst}
    >
      <ChoosePackage
        wanted={wanted}
        onChosen={(found) => {
          setChosen(found);
          setGranted(false);
        }}
      />
      {review && (
        <div className="stack" role="group" aria-label={review.name}>
          {wanted === undefined && <Outcome isUpdate={isUpdate} name={review.name} />}
          <PluginReview review={review} />
          <Consent {...{ review, isGranted, setGranted }} />
        </div>
      )}
    </FormDialog>
  );
}

/** Says what installing this ZIP does. */
function Outcome(props: { readonly isUpdate: boolean; readonly name: string }): ReactNode {
  const { isUpdate, name } = props;
  const messages = useMessages(packageMessages);
  return (
    <Notice tone="info">{isUpdate ? messages.isInstalled({ name }) : messages.staysOff}</Notice>
  );
}

export function Consent(props: {
  readonly review: Review;
  readonly isGranted: boolean;
  readonly setGranted: (isGranted: boolean) => void;
}): ReactNode {
  const { review, isGranted, setGranted } = props;
  const messages = useMessages(packageMessages);
  if (!review.needs_approval) return null;
  return (
    <>
      <Notice tone="warn" title={messages.needsMore}>
        {messages.needsMoreText}
      </Notice>
      <Checkbox isSelected={isGranted} onChange={setGranted}>
        {messages.grant}
      </Checkbox>
    </>
  );
}

function ChoosePackage(props: {
  readonly wanted: string | undefined;
  readonly onChosen: (chosen: Chosen | null) => void;
}): ReactNode {
  const { wanted, onChosen } = props;
  const messages = useMessages(packageMessages);
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [isChecking, setChecking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [mismatch, setMismatch] = useState<string>();
  const check = async (file: File) => {
    setName(file.name);
    setChecking(true);
    setError(null);
    setMismatch(undefined);
    onChosen(null);
    try {
      const review = await galley.plugins.review({ file });
      if (wanted === undefined || review.name === wanted) onChosen({ file, review });
      else setMismatch(messages.otherPlugin({ found: review.name, wanted }));
    } catch (problem) {
      setError(problem);
    } finally {
      setChecking(false);
    }
  };
  return (
    <>
      <p className="soft">{messages.about}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip"
        aria-label={messages.choose}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? []);
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
          if (file) void check(file);
        }}
      />
      <div className="row">
        <Button icon={Upload} isPending={isChecking} onPress={() => input.current?.click()}>
          {name === '' ? messages.choose : messages.chooseOther}
        </Button>
        {name !== '' && <span className="breaks">{name}</span>}
        <span role="status">{isChecking && <Spinner label={messages.checking} />}</span>
      </div>
      <ErrorNotice error={error} />
      {mismatch !== undefined && <Notice tone="bad">{mismatch}</Notice>}
    </>
  );
}

async function installPlugin({ file }: Chosen): Promise<void> {
  const { name } = await galley.plugins.install({ file });
  await refreshPlugins();
  toast({ text: currentMessages(packageMessages).installed({ name }) });
}

async function updatePlugin({ file, review }: Chosen, isGranted: boolean): Promise<void> {
  const { confirmation } = review;
  const approved = isGranted && ({ approve_risk: 'true' } as const);
  const { name, version } = await galley.plugins.update({ file, confirmation, ...approved });
  await refreshPlugins();
  toast({ text: currentMessages(packageMessages).updated({ name, version }) });
}
