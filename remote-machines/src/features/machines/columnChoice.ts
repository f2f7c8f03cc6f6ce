import { userSetting } from '@console/shared-kernel/core'
import { asList } from '@console/shared-kernel/rules'

/** Columns that the list has where the user chose them. */
const OPTIONAL_COLUMNS = ['location', 'lastConnection'] as const

/** Those of them that are named, each once. */
export const readColumns = (stored: unknown): readonly string[] => {
  const named = asList(stored)
  return OPTIONAL_COLUMNS.filter((key) => named.includes(key))
}

/** Stored by user and browser. */
export const columnChoice = userSetting('machines.columns', readColumns)
