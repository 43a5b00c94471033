import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { galley } from '../../../lib/galley.ts';
import { fieldErrors } from '../../../lib/problem-text.ts';
import { useWords } from '../../../lib/words.ts';
import { FormDialog, TextField, toast } from '../../../ui/index.ts';
import { actionWords } from '../bar/action-words.ts';
import { isWriters } from '../session/keys.ts';
import { useEditing, useEditingState } from '../use-editing.ts';

/** A new draft with the text and the fields as they stand here. */
export function DuplicateDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(actionWords);
  const { view } = useEditing();
  const navigate = useNavigate();
  const detail = useEditingState((state) => state.detail);
  const values = useEditingState((state) => state.values);
  const [title, setTitle] = useState(words.copyOf(detail.title));
  const [slug, setSlug] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const make = async () => {
    setErrors({});
    const own = ['title', 'slug', 'aliases', 'id', 'lang'];
    const kept = Object.entries(values).filter(([name]) => isWriters(name) && !own.includes(name));
    try {
      const { path } = await galley.documents.create({
        ...{ type: detail.type, lang: detail.lang, title, content: view.state.doc.toString() },
        ...(slug.trim() && { slug: slug.trim() }),
        frontmatter: Object.fromEntries(kept),
      });
      void queryClient.invalidateQueries({ queryKey: ['documents'] });
      onClose();
      toast({ text: words.duplicated });
      await navigate({ to: '/edit/$', params: { _splat: path } });
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title={words.duplicateTitle}
      action={words.duplicateTitle}
      onClose={onClose}
      onSubmit={make}
    >
      <TextField
        label={words.newTitle}
        value={title}
        onChange={setTitle}
        error={errors['title']}
        autoFocus
      />
      <TextField
        label={words.newSlug}
        help={words.newSlugHelp}
        value={slug}
        onChange={setSlug}
        error={errors['slug']}
      />
    </FormDialog>
  );
}
