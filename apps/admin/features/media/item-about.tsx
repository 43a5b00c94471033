import type { MediaDetail } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { byteSize, dateTime, number } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice, Facts, Loading, Time } from '../../ui/index.ts';
import { cameraWords } from './camera-words.ts';
import { itemWords } from './item-words.ts';
import { factsOf, kindOf } from './media-facts.ts';
import { mediaUsageQuery } from './media-queries.ts';
import { UseList } from './use-list.tsx';
import styles from './media.module.css';

interface AboutProps {
  readonly item: MediaDetail;
  readonly onGo: (path: string) => void;
}

export function ItemAbout({ item, onGo }: AboutProps): ReactNode {
  const words = useWords(itemWords);
  const usage = useQuery(mediaUsageQuery(item.path));
  return (
    <>
      <Part title={words.usage}>
        <Loading query={usage} lines={2}>
          {(data) => <UseList usage={data} />}
        </Loading>
      </Part>
      <Part title={words.facts}>
        <FileFacts item={item} />
      </Part>
      {item.duplicates.length > 0 && (
        <Part title={words.duplicates}>
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

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles['part']}>
      <h3>{props.title}</h3>
      {props.children}
    </section>
  );
}

function FileFacts({ item }: { readonly item: MediaDetail }): ReactNode {
  const words = useWords(itemWords);
  const { width, height } = factsOf(item);
  const measure = [width, height].map((one) => one && number(one)).join(' × ');
  return (
    <Facts
      facts={[
        [words.path, <code key="path">{item.path}</code>],
        [words.type, item.type],
        ...(width === null ? [] : [[words.measure, measure] as const]),
        [words.bytes, byteSize(item.size)],
        [
          words.uploaded,
          <span key="uploaded">
            <Time at={item.uploaded_at} /> {item.uploaded_by && words.by(item.uploaded_by)}
          </span>,
        ],
      ]}
    />
  );
}

/** Camera metadata; the location loads on request only. */
function CameraPart({ item }: { readonly item: MediaDetail }): ReactNode {
  const words = useWords(itemWords);
  const camera = useWords(cameraWords);
  const [isAsked, setAsked] = useState(false);
  const { path } = item;
  const place = useQuery({
    queryKey: ['media', 'place', path],
    queryFn: ({ signal }) => galley.media.get({ path, location: 'true' }, { signal }),
    enabled: isAsked,
  });
  const exif = place.data?.exif ?? item.exif;
  if (Object.keys(exif).length === 0) return null;
  const isPlaceless = place.data !== undefined && exif['latitude'] === undefined;
  return (
    <Part title={words.exif}>
      <Facts
        facts={Object.entries(exif).map(([name, value]) => [
          nameOfFact(name, camera),
          shownFact(name, value),
        ])}
      />
      <ErrorNotice error={place.error} />
      {isPlaceless && <p className="soft">{words.noPlace}</p>}
      {!place.data && (
        <Button
          size="small"
          icon={MapPin}
          isPending={place.isFetching}
          onPress={() => setAsked(true)}
        >
          {words.showPlace}
        </Button>
      )}
    </Part>
  );
}

function nameOfFact(name: string, words: (typeof cameraWords)['en']): string {
  return Object.hasOwn(words, name) ? words[name as keyof typeof words] : name;
}

function shownFact(name: string, value: unknown): string {
  if (typeof value === 'number') return shownNumber(name, value);
  const isTime = name === 'taken_at' && !Number.isNaN(Date.parse(String(value)));
  return isTime ? dateTime(String(value)) : String(value);
}

function shownNumber(name: string, value: number): string {
  switch (name) {
    case 'exposure_time':
      return value < 1 ? `1/${Math.round(1 / value)} s` : `${number(value)} s`;
    case 'aperture':
      return `f/${number(value)}`;
    case 'focal_length':
      return `${number(value)} mm`;
    case 'altitude':
      return `${number(value)} m`;
    default:
      return name.endsWith('itude') ? `${value}°` : String(value);
  }
}
