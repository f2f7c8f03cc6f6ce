import { readFilledText, type WireRecord } from './wireReaders'

/** The version of an entity; null for servers without versions. */
export const versionOf = ({ raw }: { raw: WireRecord }): string | null =>
  readFilledText(raw['version']) ?? null
