import { isRecord, type WireRecord } from '../contracts/wireReaders'
import { CallError } from './errors'
import { http } from './http'

/* Separate from http.ts, which the sign-in page loads. */

/** GETs a list. @throws CallError also if the answer is not a list, because an empty list would look real */
export async function fetchList(path: string, signal: AbortSignal): Promise<readonly unknown[]> {
  const { data } = await http.get<unknown>(path, { signal })
  if (!Array.isArray(data)) throw new CallError(`${path} did not return a list`)
  return data
}

/** GETs an object. @throws CallError also if the answer is not an object, because defaults might be saved instead */
export async function fetchRecord(path: string, signal: AbortSignal): Promise<WireRecord> {
  const { data } = await http.get<unknown>(path, { signal })
  if (!isRecord(data)) throw new CallError(`${path} did not return an object`)
  return data
}
