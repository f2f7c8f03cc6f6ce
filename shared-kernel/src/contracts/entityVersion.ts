import { readFilledText, type WireRecord } from './wire'

/** Which state of a thing this is, for servers that refuse a change made against an older one; null elsewhere. */
export const versionOf = ({ raw }: { raw: WireRecord }): string | null =>
  readFilledText(raw['version']) ?? null
