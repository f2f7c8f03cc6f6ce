import type { Locator } from '@playwright/test'

/**
 * The rows in the document, as objects keyed by column headers. Read at once: a query by role for each row of a
 * long table takes seconds.
 */
export async function tableRows(table: Locator): Promise<Record<string, string>[]> {
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const rows = await table
    .locator('tbody tr.data')
    .evaluateAll((rows: HTMLTableRowElement[]) =>
      rows.map((row) => [...row.cells].map((cell) => cell.innerText)),
    )
  return rows.map((cells) =>
    Object.fromEntries(heads.map((head, index) => [head.trim(), cells[index]?.trim() ?? ''])),
  )
}
