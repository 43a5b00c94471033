import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileText, Keyboard } from 'lucide-react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { pageCommands, type Command } from '../lib/commands.ts';
import { galley } from '../lib/galley.ts';
import { formatShortcut } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { useMessages } from '../lib/messages.ts';
import { navigationItems } from './navigation.ts';
import { hasCapability, useSession } from './session.ts';
import { appMessages } from './messages.ts';

interface Section {
  readonly name: string;
  readonly commands: readonly Command[];
}

export function CommandPalette(props: {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}): ReactNode {
  const { onClose, onShortcuts } = props;
  const messages = useMessages(appMessages);
  const [typed, setTyped] = useState('');
  const sections = [
    { name: messages.does, commands: filterCommands(useActionCommands(onShortcuts), typed) },
    { name: messages.go, commands: filterCommands(useNavigationCommands(), typed) },
    { name: messages.found, commands: useSearchCommands(typed) },
  ].filter(({ commands }) => commands.length > 0);
  return (
    <ModalOverlay className="overlay palette-overlay" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <Dialog className="dialog" aria-label={messages.palette}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField className="palette-search" aria-label={messages.paletteHint} autoFocus>
              <Input className="input" placeholder={messages.paletteHint} />
            </SearchField>
            <CommandList sections={sections} onClose={onClose} />
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function CommandList(props: {
  readonly sections: readonly Section[];
  readonly onClose: () => void;
}): ReactNode {
  const { sections, onClose } = props;
  const messages = useMessages(appMessages);
  const run = (id: string) => {
    const command = sections.flatMap(({ commands }) => commands).find((one) => one.id === id);
    onClose();
    command?.run();
  };
  return (
    <Menu
      className="list-box palette-list"
      aria-label={messages.palette}
      onAction={(id) => run(String(id))}
      renderEmptyState={() => <p className="soft palette-none">{messages.noCommand}</p>}
    >
      {sections.map(({ name, commands }) => (
        <MenuSection key={name} id={name}>
          <Header className="list-head">{name}</Header>
          {commands.map((command) => (
            <CommandItem key={command.id} command={command} />
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

function CommandItem({ command }: { readonly command: Command }): ReactNode {
  const { id, label, icon: Icon, shortcut } = command;
  return (
    <MenuItem id={id} className="list-item" textValue={label}>
      <span className="list-tick">{Icon && <Icon aria-hidden size={16} />}</span>
      <span className="grow">{label}</span>
      {shortcut && <kbd>{formatShortcut(shortcut)}</kbd>}
    </MenuItem>
  );
}

function useActionCommands(onShortcuts: () => void): readonly Command[] {
  const messages = useMessages(appMessages);
  const offered = useStore(pageCommands);
  const everywhere: Command = {
    id: 'shortcuts',
    label: messages.shortcuts,
    icon: Keyboard,
    shortcut: '?',
    run: onShortcuts,
  };
  return [...offered, everywhere];
}

function useNavigationCommands(): readonly Command[] {
  const messages = useMessages(appMessages);
  const session = useSession();
  const navigate = useNavigate();
  return navigationItems
    .filter(({ needs }) => needs === undefined || hasCapability(session, needs, true))
    .map(({ name, to, icon, keys }) => ({
      id: to,
      label: messages[name],
      icon,
      ...(keys && { shortcut: keys }),
      run: () => void navigate({ to }),
    }));
}

function useSearchCommands(typed: string): readonly Command[] {
  const q = useDeferredValue(typed.trim());
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['documents', 'palette', q],
    queryFn: ({ signal }) => galley.documents.list({ q, limit: 8 }, { signal }),
    enabled: q.length > 1,
    placeholderData: (before) => before,
  });
  if (q.length < 2 || !data) return [];
  return data.items.map(({ path, title }) => ({
    id: `document ${path}`,
    label: title || path,
    icon: FileText,
    run: () => void navigate({ to: '/edit/$', params: { _splat: path } }),
  }));
}

function filterCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, words = '' }) => {
    const text = `${label} ${words}`.toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
