import { type Attention, normaliseAttention } from '../contracts/attention'
import { CallError } from './errors'
import { fetchRecord } from './fetchChecked'

const PATH = '/api/attention'

interface Context {
  signal: AbortSignal
}

/** @throws CallError also if the answer holds no findings */
export const readAttention = ({ signal }: Context): Promise<Attention> => read(PATH, signal)

/** @throws CallError as {@link readAttention} */
export const readAttentionTotal = async ({ signal }: Context): Promise<number> =>
  (await read(`${PATH}?only=total`, signal)).total

async function read(path: string, signal: AbortSignal): Promise<Attention> {
  const attention = normaliseAttention(await fetchRecord(path, signal))
  if (!attention) throw new CallError(`${PATH} answered no findings`)
  return attention
}
