import { CloudUpload } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { fileExtension } from './media-metadata.ts';
import { addUploads } from './upload-queue.ts';
import { uploadMessages } from './upload-messages.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

export function DropTarget({ folder }: { readonly folder: string | undefined }): ReactNode {
  const messages = useMessages(mediaMessages);
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => addUploads(files, folder));
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || isBehindDialog()) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || isBehindDialog()) return;
      event.preventDefault();
      take(filesOf(event.dataTransfer!));
    };
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = Array.from(clipboardData?.files ?? []);
      if (files.length > 0 && !isBehindDialog()) take(files.map(withUniqueName));
    };
    const listeners = { dragover: over, dragleave: leave, drop, paste };
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener as EventListener);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles['drop']}>
      <CloudUpload aria-hidden size={40} strokeWidth={1.5} />
      <strong>{messages.dropHere}</strong>
      <span>{folder === undefined ? messages.dropMonth : messages.dropInto({ folder })}</span>
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function isBehindDialog(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

function filesOf({ items }: DataTransfer): File[] {
  const given = Array.from(items).filter(({ kind }) => kind === 'file');
  const files = given.filter((item) => item.webkitGetAsEntry()?.isDirectory !== true);
  if (files.length < given.length)
    toast({ text: currentMessages(uploadMessages).noFolders, tone: 'bad' });
  return files.map((item) => item.getAsFile()).filter((file) => file !== null);
}

/** Browsers name each pasted picture `image.png`; a timestamp makes the names unique. */
function withUniqueName(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const time = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return new File([file], `pasted-${time}.${fileExtension(file.name)}`, { type: file.type });
}
