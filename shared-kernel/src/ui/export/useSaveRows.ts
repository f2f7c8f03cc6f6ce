import { useState } from 'react'
import { showToast } from '../../client/toasts'
import { counted } from '../../domain/texts'
import { csvPieces, type CsvColumn, type CsvForm, type CsvValue } from '../../domain/csv'
import { useFocusRecovery } from '../focus'

export type FileKind = 'csv' | 'xlsx'

const TYPES: Readonly<Record<FileKind, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

interface RowsFile<Row> {
  kind: FileKind
  name: string
  content: (rows: readonly Row[]) => Promise<BlobPart[]>
}

/** Lets the page do other work. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Saves rows as a file and says how many. `readRows` reports its own failures. */
export function useSaveRows<Row>(readRows: () => Promise<readonly Row[]>) {
  const [saving, setSaving] = useState<FileKind | null>(null)
  useFocusRecovery(saving !== null)
  const save = async ({ kind, name, content }: RowsFile<Row>) => {
    setSaving(kind)
    try {
      const rows = await readRows().catch(() => null)
      if (rows === null) return
      saveFile(`${name}.${kind}`, TYPES[kind], ...(await content(rows)))
      showToast(`${counted(rows.length, 'row')} exported`)
    } catch {
      showToast('No se pudo crear el archivo. Inténtalo de nuevo.', 'error')
    } finally {
      setSaving(null)
    }
  }
  return { saving, save }
}

export async function csvContent<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  heading?: readonly (readonly CsvValue[])[],
  form?: CsvForm,
): Promise<string[]> {
  const pieces: string[] = []
  for (const piece of csvPieces(columns, rows, heading, form)) {
    pieces.push(piece)
    await nextTask()
  }
  return pieces
}

/** Starts a download; strings are written as UTF-8. @param type media type */
export function saveFile(name: string, type: string, ...content: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(content, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // some browsers still read it after this returns
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
