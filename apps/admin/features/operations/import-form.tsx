import type { SiteImport } from '@galley/sdk';
import { Upload } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { useStore } from '../../lib/store.ts';
import { Button, ErrorNotice, Panel, Progress, Select } from '../../ui/index.ts';
import { importMessages } from './import-messages.ts';
import { importUpload, uploadSource, type ImportUpload } from './import-queries.ts';
import styles from './operations.module.css';

type Format = SiteImport['format'];

/** Names of systems are the same in every language. */
const names: Readonly<Record<Exclude<Format, 'markdown'>, string>> = {
  ghost: 'Ghost',
  wordpress: 'WordPress',
  hugo: 'Hugo',
  jekyll: 'Jekyll',
  eleventy: 'Eleventy',
  astro: 'Astro',
  docusaurus: 'Docusaurus',
  obsidian: 'Obsidian',
  substack: 'Substack',
  medium: 'Medium',
};

/** `messages` have a name for plain files only. */
export function nameOf(format: Format, messages: { readonly markdown: string }): string {
  return format === 'markdown' ? messages.markdown : names[format];
}

const ofExports = ['ghost', 'wordpress', 'substack', 'medium'] as const;

/** `any` lets Galley recognise the system. */
type Choice = Format | 'any';

const helpOf = (format: Choice) =>
  format === 'any'
    ? ('source.any' as const)
    : (`source.${ofExports.find((one) => one === format) ?? 'folder'}` as const);

/** Starts with the choice of the import before: a refused file is often replaced by a better one. */
export function ImportForm({ last }: { readonly last?: SiteImport }): ReactNode {
  const messages = useMessages(importMessages);
  const upload = useStore(importUpload);
  const [format, setFormat] = useState<Choice>(last && !last.signs ? last.format : 'any');
  const [error, setError] = useState<unknown>(null);
  const options: { id: Choice; label: string }[] = [
    { id: 'any', label: messages.recognise },
    ...Object.entries(names).map(([id, label]) => ({ id: id as Format, label })),
    { id: 'markdown' as const, label: messages.markdown },
  ];
  const send = (file: File) => {
    setError(null);
    void uploadSource(file, format === 'any' ? undefined : format).catch(setError);
  };
  return (
    <Panel title={messages.newImport}>
      <div className="stack">
        <ErrorNotice title={messages.notUploaded} error={error} />
        <Select
          className={styles['import-format']}
          label={messages.format}
          help={messages[helpOf(format)]}
          value={format}
          onChange={setFormat}
          options={options}
          isDisabled={upload !== null}
        />
        {upload ? <UploadState upload={upload} /> : <FileButton format={format} onFile={send} />}
      </div>
    </Panel>
  );
}

const accepted: Partial<Record<Choice, string>> = {
  any: '.zip,.json,.xml',
  ghost: '.zip,.json',
  wordpress: '.zip,.xml',
};

function FileButton(props: {
  readonly format: Choice;
  readonly onFile: (file: File) => void;
}): ReactNode {
  const { format, onFile } = props;
  const messages = useMessages(importMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted[format] ?? '.zip'}
        aria-label={messages.chooseFile}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
        }}
      />
      <Button kind="primary" icon={Upload} onPress={() => input.current?.click()}>
        {messages.chooseFile}
      </Button>
    </div>
  );
}

function UploadState({ upload }: { readonly upload: ImportUpload }): ReactNode {
  const messages = useMessages(importMessages);
  const { name, share, controller } = upload;
  const label = messages.uploading({ name });
  return (
    <div className="stack" role="status">
      <div className="row">
        <span className="grow breaks">{label}</span>
        <span className="soft">{messages.percent({ percent: Math.floor(share * 100) })}</span>
        <Button size="small" onPress={() => controller.abort()}>
          {messages.cancel}
        </Button>
      </div>
      <Progress label={label} value={share} />
    </div>
  );
}
