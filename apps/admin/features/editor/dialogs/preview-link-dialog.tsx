import { useState, type ReactNode } from 'react';
import { galley } from '../../../lib/galley.ts';
import { useWords } from '../../../lib/words.ts';
import { Button, CopyField, Dialog, FormDialog, Select } from '../../../ui/index.ts';
import { actionWords } from '../bar/action-words.ts';
import { useEditingState } from '../use-editing.ts';

const terms = ['1', '24', '72', '168', '720'] as const;

/** An address under which people without an account see the document. */
export function PreviewLinkDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(actionWords);
  const path = useEditingState(({ detail }) => detail.path);
  const [term, setTerm] = useState<(typeof terms)[number]>('72');
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const link = await galley.documents.previewLink({ path, expires_in_hours: Number(term) });
    setUrl(new URL(link.url, location.origin).href);
  };
  if (url !== null)
    return (
      <Dialog
        title={words.previewLinkTitle}
        onClose={onClose}
        actions={
          <Button onPress={() => void window.open(url, '_blank', 'noopener')}>
            {words.preview}
          </Button>
        }
      >
        <div className="stack">
          <CopyField label={words.link} value={url} />
          <p className="soft">{words.linkOnce}</p>
        </div>
      </Dialog>
    );
  const named = (hours: number) => (hours < 24 ? words.hours(hours) : words.days(hours / 24));
  return (
    <FormDialog
      title={words.previewLinkTitle}
      action={words.makeLink}
      onClose={onClose}
      onSubmit={make}
    >
      <p className="soft">{words.previewLinkAbout}</p>
      <Select
        label={words.validFor}
        value={term}
        onChange={setTerm}
        options={terms.map((id) => ({ id, label: named(Number(id)) }))}
      />
    </FormDialog>
  );
}
