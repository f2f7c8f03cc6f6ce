import { readFilledText, type WireRecord } from './wire'

/** The version of an entity; null for servers without versions. */
export const versionOf = ({ raw }: { raw: WireRecord }): string | null =>
  readFilledText(raw['version']) ?? null
