import type { Locator } from '@playwright/test'

/** The rows in sight of a table, each as an object keyed by the heads of its columns. */
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
