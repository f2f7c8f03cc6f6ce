import { isRecord, type WireRecord } from '../contracts/wire'
import { CallError } from './errors'
import { http } from './http'

/** GETs a list. @throws CallError also where the answer is no list: an empty list would be taken for the truth */
export async function fetchList(path: string, signal: AbortSignal): Promise<readonly unknown[]> {
  const { data } = await http.get<unknown>(path, { signal })
  if (!Array.isArray(data)) throw new CallError(`${path} answered no list`)
  return data
}

/** GETs an object. @throws CallError also where the answer is no object: defaults might be saved in its place */
export async function fetchRecord(path: string, signal: AbortSignal): Promise<WireRecord> {
  const { data } = await http.get<unknown>(path, { signal })
  if (!isRecord(data)) throw new CallError(`${path} answered no object`)
  return data
}
