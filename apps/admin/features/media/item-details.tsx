import type { MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatBytes, formatDateTime, formatNumber } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { Button, ErrorNotice, Facts, QueryBoundary, Time } from '../../ui/index.ts';
import { cameraMessages } from './camera-messages.ts';
import { itemMessages } from './item-messages.ts';
import { parseMetadata, kindOf } from './media-metadata.ts';
import { mediaUsageQuery } from './media-queries.ts';
import { Part } from './item-part.tsx';
import { UsageList } from './usage-list.tsx';
import { VersionsPart } from './versions-part.tsx';
import styles from './media.module.css';

interface ItemDetailsProps {
  readonly item: MediaDetail;
  readonly onGo: (path: string) => void;
}

export function ItemDetails({ item, onGo }: ItemDetailsProps): ReactNode {
  const messages = useMessages(itemMessages);
  const usage = useQuery(mediaUsageQuery(item.path));
  return (
    <>
      <Part title={messages.usage}>
        <QueryBoundary query={usage} lines={2}>
          {(data) => <UsageList usage={data} />}
        </QueryBoundary>
      </Part>
      <Part title={messages.facts}>
        <FileFacts item={item} />
      </Part>
      <VersionsPart item={item} />
      {item.duplicates.length > 0 && (
        <Part title={messages.duplicates}>
          <ul className={styles['uses']}>
            {item.duplicates.map((path) => (
              <li key={path}>
                <Button size="small" className={styles['wraps']} onPress={() => onGo(path)}>
                  {path}
                </Button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {kindOf(item) === 'image' && <CameraPart item={item} />}
    </>
  );
}

function FileFacts({ item }: { readonly item: MediaDetail }): ReactNode {
  const messages = useMessages(itemMessages);
  const { width, height } = parseMetadata(item);
  const measure = [width, height].map((one) => one && formatNumber(one)).join(' × ');
  return (
    <Facts
      facts={[
        [messages.path, <code key="path">{item.path}</code>],
        [messages.type, item.type],
        ...(width === null ? [] : [[messages.measure, measure] as const]),
        [messages.bytes, formatBytes(item.size)],
        [
          messages.uploaded,
          <span key="uploaded">
            <Time at={item.uploaded_at} />{' '}
            {item.uploaded_by && messages.by({ name: item.uploaded_by })}
          </span>,
        ],
      ]}
    />
  );
}

/** The location loads on request only. */
function CameraPart({ item }: { readonly item: MediaDetail }): ReactNode {
  const messages = useMessages(itemMessages);
  const camera = useMessages(cameraMessages);
  const [isAsked, setAsked] = useState(false);
  const { path } = item;
  const place = useQuery({
    queryKey: ['media', 'place', path],
    queryFn: ({ signal }) => galley.media.get({ path, location: 'true' }, { signal }),
    enabled: isAsked,
  });
  const exif = place.data?.exif ?? item.exif;
  if (Object.keys(exif).length === 0) return null;
  const hasNoLocation = place.data !== undefined && exif['latitude'] === undefined;
  return (
    <Part title={messages.exif}>
      <Facts
        facts={Object.entries(exif).map(([name, value]) => [
          factLabel(name, camera),
          formatFact(name, value),
        ])}
      />
      <ErrorNotice error={place.error} />
      {hasNoLocation && <p className="soft">{messages.noPlace}</p>}
      {!place.data && (
        <Button
          size="small"
          icon={MapPin}
          isPending={place.isFetching}
          onPress={() => setAsked(true)}
        >
          {messages.showPlace}
        </Button>
      )}
    </Part>
  );
}

function factLabel(name: string, messages: TextsOf<typeof cameraMessages>): string {
  return Object.hasOwn(messages, name) ? messages[name as keyof typeof messages] : name;
}

function formatFact(name: string, value: unknown): string {
  if (typeof value === 'number') return formatFactNumber(name, value);
  const isTime = name === 'taken_at' && !Number.isNaN(Date.parse(String(value)));
  return isTime ? formatDateTime(String(value)) : String(value);
}

function formatFactNumber(name: string, value: number): string {
  switch (name) {
    case 'exposure_time':
      return value < 1 ? `1/${Math.round(1 / value)} s` : `${formatNumber(value)} s`;
    case 'aperture':
      return `f/${formatNumber(value)}`;
    case 'focal_length':
      return `${formatNumber(value)} mm`;
    case 'altitude':
      return `${formatNumber(value)} m`;
    default:
      return name.endsWith('itude') ? `${value}°` : String(value);
  }
}
