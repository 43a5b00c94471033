import { queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  CopyField,
  Dialog,
  Notice,
  QueryBoundary,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { feedMessages } from './calendar-messages.ts';

const feedQuery = queryOptions({
  queryKey: ['account', 'calendar-feed'],
  queryFn: ({ signal }) => galley.account.calendarFeed({}, { signal }),
});

const reload = () => queryClient.invalidateQueries({ queryKey: ['account'] });

export function CalendarFeedButton(): ReactNode {
  const messages = useMessages(feedMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={CalendarPlus} onPress={() => setOpen(true)}>
        {messages.open}
      </Button>
      {isOpen && <FeedDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function FeedDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(feedMessages);
  const query = useQuery(feedQuery);
  const [address, setAddress] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const act = async (work: () => Promise<void>) => {
    setPending(true);
    await work().then(reload).catch(toastProblem);
    setPending(false);
  };
  const create = () =>
    act(async () => setAddress((await galley.account.createCalendarFeed({})).address));
  const remove = () =>
    act(async () => {
      await galley.account.deleteCalendarFeed({});
      setAddress(null);
      toast({ text: messages.removed });
    });
  return (
    <Dialog
      title={messages.title}
      size="small"
      onClose={onClose}
      actions={<Button onPress={onClose}>{messages.close}</Button>}
    >
      <div className="stack">
        <p>{messages.about}</p>
        <Notice tone="warn">{messages.secret}</Notice>
        <QueryBoundary query={query} lines={2}>
          {({ created_at: createdAt }) => (
            <>
              {address !== null && (
                <>
                  <CopyField label={messages.address} value={address} />
                  <p className="soft small">{messages.copyNow}</p>
                </>
              )}
              {address === null && createdAt !== null && (
                <p>
                  {messages.since} <Time at={createdAt} />. {messages.shownOnce}{' '}
                  {messages.replaceHelp}
                </p>
              )}
              <div className="row">
                {address === null && (
                  <Button kind="primary" isPending={isPending} onPress={() => void create()}>
                    {createdAt === null ? messages.create : messages.replace}
                  </Button>
                )}
                {createdAt !== null && (
                  <Button isPending={isPending} onPress={() => void remove()}>
                    {messages.remove}
                  </Button>
                )}
              </div>
            </>
          )}
        </QueryBoundary>
      </div>
    </Dialog>
  );
}
