import { Button } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RequestState } from '../../../../common/schemas/request.ts';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { toast } from '../../../components/toast/toast.ts';
import { requestApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import type { TitleRef } from '../../../lib/page/dialogUrl.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { useConfig } from '../config.store.ts';

const texts: Record<Exclude<RequestState['state'], 'closed' | 'none'>, string> = {
  requested: 'Requested in Seerr',
  processing: 'On its way in Seerr',
  'partly-available': 'Partly in your library',
  available: 'In your library',
};

/** Asks the operator's media server for the title, or says how far that is. For those whom the operator allows. */
export function RequestButton({ title: { mediaType, tmdbId } }: { title: TitleRef }) {
  const hasRequests = useConfig((state) => state.config?.hasRequests ?? false);
  const query = queryOf(requestApi.get, { params: { mediaType, tmdbId } });
  const { data } = useQuery({ ...query, enabled: hasRequests });
  const { isBusy, run } = useBusy();
  if (!data || data.state === 'closed') return null;

  const request = () =>
    run(async () => {
      queryClient.setQueryData(query.queryKey, await call(requestApi.create, { body: { mediaType, tmdbId } }));
      toast({ title: 'Requested', description: 'Seerr takes care of it from here.' });
    }, 'Couldn’t send the request. Try again.');
  const isRequested = data.state !== 'none';
  return (
    <Button
      variant="default"
      leftSection={<IconCloudDownload />}
      disabled={isRequested}
      loading={isBusy}
      onClick={request}
    >
      {data.state === 'none' ? 'Request in Seerr' : texts[data.state]}
    </Button>
  );
}
