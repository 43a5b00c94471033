import type { SettingsSection } from '@galley/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { textOf } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { Select, TextField } from '../../ui/index.ts';
import { localizeSection } from './section-messages.ts';
import { readSettings } from './setting.ts';
import styles from './settings.module.css';
import { settingsMessages } from './messages.ts';

interface SectionListProps {
  readonly sections: readonly SettingsSection[];
  readonly current: string;
}

export function SectionList({ sections, current }: SectionListProps): ReactNode {
  const messages = useMessages(settingsMessages);
  const navigate = useNavigate();
  const search: { readonly q?: unknown } = useSearch({ strict: false });
  const q = textOf(search.q);
  const find = (text: string) =>
    void navigate({ to: '.', search: text ? { q: text } : {}, replace: true });
  return (
    <div className={styles['side']}>
      <TextField
        label={messages.find}
        isLabelHidden
        placeholder={messages.find}
        type="search"
        value={q}
        onChange={find}
      />
      {q.trim() === '' ? (
        <Sections sections={sections} current={current} />
      ) : (
        <Found sections={sections} q={q} />
      )}
    </div>
  );
}

function Sections({ sections, current }: SectionListProps): ReactNode {
  const messages = useMessages(settingsMessages);
  const navigate = useNavigate();
  const groups = [
    { of: '', label: '' },
    { of: 'theme', label: messages.ofThemes },
    { of: 'plugin', label: messages.ofPlugins },
  ];
  const go = (section: string) => void navigate({ to: '/settings/$section', params: { section } });
  return (
    <>
      <nav className={styles['sections']} aria-label={messages.sections}>
        {groups.map(({ of, label }) => {
          const found = sections.filter(({ id }) => ownerOf(id) === of);
          return (
            found.length > 0 && (
              <div key={of}>
                {label !== '' && <p className="list-head">{label}</p>}
                <ul>
                  {found.map((section) => (
                    <SectionLink key={section.id} section={section} current={current} />
                  ))}
                </ul>
              </div>
            )
          );
        })}
      </nav>
      <div className={styles['narrow']}>
        <Select
          label={messages.section}
          value={current}
          onChange={go}
          options={sections.map((section) => ({
            id: section.id,
            label: localizeSection(section).name,
          }))}
        />
      </div>
    </>
  );
}

/** `plugin` for `plugin:aiwriter`; empty for a section of the site or the server. */
const ownerOf = (id: string) => id.slice(0, Math.max(0, id.indexOf(':')));

function SectionLink(props: {
  readonly section: SettingsSection;
  readonly current: string;
}): ReactNode {
  const { section, current } = props;
  return (
    <li>
      <Link
        to={'/settings/$section'}
        params={{ section: section.id }}
        className={`list-item ${styles['link']}`}
        aria-current={section.id === current ? 'page' : undefined}
      >
        <span className="breaks">{localizeSection(section).name}</span>
      </Link>
    </li>
  );
}

function Found({
  sections,
  q,
}: {
  readonly sections: readonly SettingsSection[];
  readonly q: string;
}): ReactNode {
  const messages = useMessages(settingsMessages);
  const wanted = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sections.flatMap((section) =>
    readSettings(section.id, section.fields)
      .filter(({ label, name, help }) => {
        const text = `${label} ${name} ${help} ${localizeSection(section).name}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      })
      .map((setting) => ({ section, setting })),
  );
  return (
    <nav aria-label={messages.found}>
      <p className="sr-only" role="status">
        {messages.found}: {found.length}
      </p>
      {found.length === 0 && <p className="soft small">{messages.foundNone}</p>}
      <ul>
        {found.map(({ section, setting }) => (
          <li key={`${section.id} ${setting.name}`}>
            <Link
              to={'/settings/$section'}
              params={{ section: section.id }}
              search={{ q, setting: setting.name }}
              className={`list-item ${styles['link']}`}
            >
              <span className="breaks">
                {setting.label}
                <span className="soft small block">{localizeSection(section).name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
