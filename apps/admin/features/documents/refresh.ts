import { queryClient } from '../../app/query-client.ts';

/** Has all that shows documents look again, after something was done to some. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['documents'] });
  void queryClient.invalidateQueries({ queryKey: ['document-choices'] });
}
