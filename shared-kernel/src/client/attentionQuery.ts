import { queryOptions } from '@tanstack/react-query'
import type { Attention } from '../contracts/attention'
import { loadCode } from './loadCode'
import type { SharedQuery } from './sharedQueries'

/** What needs the operator's attention, for the bell and the screens. Only for servers whose features name it. */
export const attentionQuery: SharedQuery<Attention> = queryOptions({
  queryKey: ['attention'],
  // read again when the stream says that there are others
  meta: { live: true },
  // no first screen needs it
  queryFn: async (context): Promise<Attention> =>
    (await loadCode(() => import(/* webpackChunkName: "bell" */ './readAttention'))).readAttention(context),
})
