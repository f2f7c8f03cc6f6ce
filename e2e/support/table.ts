import type { Locator } from '@playwright/test'

/** The visible rows of a table, as objects keyed by column headers. */
export async function tableRows(table: Locator): Promise<Record<string, string>[]> {
  const heads = await table.getByRole('columnheader').allInnerTexts()
  const rows = await table.locator('tbody tr.data').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole('cell').allInnerTexts()
      return Object.fromEntries(heads.map((head, index) => [head.trim(), cells[index]?.trim() ?? '']))
    }),
  )
}
