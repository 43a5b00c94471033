import { Check, CircleDot, CloudOff } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from '../../../lib/store.ts';
import { useMessages } from '../../../lib/messages.ts';
import { PersonPicture } from '../../../ui/index.ts';
import { SaveStatus } from '../bar/save-status.tsx';
import styles from '../editor.module.css';
import type { RoomPerson, RoomState } from '../session/room-link.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { roomMessages } from './room-messages.ts';
import './room.css';

/** Shows whether the text is stored, and who is here; without others as if there were no rooms. */
export function RoomStatus(): ReactNode {
  const room = useStore(useEditing().room.state);
  const isDirty = useEditingState((state) => state.isDirty);
  return (
    <>
      {room.isShared && isDirty ? <StoredStatus room={room} /> : <SaveStatus />}
      {room.isShared && <People people={room.people} you={room.you} />}
    </>
  );
}

function StoredStatus({ room }: { readonly room: RoomState }): ReactNode {
  const messages = useMessages(roomMessages);
  const { isConnected, isKept } = room;
  const Icon = !isConnected ? CloudOff : isKept ? Check : CircleDot;
  const text = !isConnected ? messages.offline : isKept ? messages.kept : messages.keeping;
  return (
    <span className={styles['kept']} {...(!isConnected && { 'data-tone': 'warn' })}>
      <span role="status" className="row" title={messages.keptAbout}>
        <Icon aria-hidden size={14} />
        <span>{text}</span>
      </span>
    </span>
  );
}

/** A person with several pages is here once. */
function onePerPerson(people: readonly RoomPerson[]): readonly RoomPerson[] {
  return [...new Map(people.map((person) => [person.username, person])).values()];
}

function People(props: {
  readonly people: readonly RoomPerson[];
  readonly you: string;
}): ReactNode {
  const messages = useMessages(roomMessages);
  const own = props.people.find(({ id }) => id === props.you)?.username;
  const people = onePerPerson(props.people);
  const nameOf = ({ username, name }: RoomPerson) =>
    username === own ? messages.you({ name }) : name;
  return (
    <>
      <ul className="room-people" aria-label={messages.people}>
        {people.map((person) => (
          <li key={person.username} className={`room-colour-${person.slot}`} title={nameOf(person)}>
            <PersonPicture name={person.name} picture={null} size="small" />
            <span className="sr-only">{nameOf(person)}</span>
          </li>
        ))}
      </ul>
      <Announcement people={people.filter(({ username }) => username !== own)} />
    </>
  );
}

/** Says who came and left. */
function Announcement({ people }: { readonly people: readonly RoomPerson[] }): ReactNode {
  const messages = useMessages(roomMessages);
  const [text, setText] = useState('');
  const before = useRef<readonly RoomPerson[]>([]);
  useEffect(() => {
    const earlier = before.current;
    before.current = people;
    const isIn = (list: readonly RoomPerson[], { username }: RoomPerson) =>
      list.some((one) => one.username === username);
    const news = [
      ...people.filter((one) => !isIn(earlier, one)).map(({ name }) => messages.joined({ name })),
      ...earlier.filter((one) => !isIn(people, one)).map(({ name }) => messages.left({ name })),
    ];
    if (news.length > 0) setText(news.join(', '));
  }, [people, messages]);
  return (
    <span className="sr-only" aria-live="polite">
      {text}
    </span>
  );
}
