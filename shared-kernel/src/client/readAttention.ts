import { type Attention, normaliseAttention } from '../contracts/attention'
import { CallError } from './errors'
import { fetchRecord } from './fetchChecked'

const PATH = '/api/attention'

/** @throws CallError also if the answer holds no findings */
export async function readAttention({ signal }: { signal: AbortSignal }): Promise<Attention> {
  const attention = normaliseAttention(await fetchRecord(PATH, signal))
  if (!attention) throw new CallError(`${PATH} answered no findings`)
  return attention
}
