/** By this time, in milliseconds, tables have rendered a changed row. */
const DRAWN_AFTER_MS = 500
const MARKED_MS = 1_000
const MARK = 'changed'

const OBSERVED = { childList: true, characterData: true, subtree: true }

/** Marks table cells whose content changes when list rows do. */
export class CellMarks {
  private readonly observer = new MutationObserver((records) => {
    for (const cell of changedCells(records)) this.mark(cell)
  })
  private readonly marks = new Map<HTMLElement, ReturnType<typeof setTimeout>>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Called when rows have just changed, and tables are about to render them. */
  expect(): void {
    this.observer.observe(document.body, OBSERVED)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.observer.disconnect(), DRAWN_AFTER_MS)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.observer.disconnect()
  }

  private mark(cell: HTMLElement): void {
    clearTimeout(this.marks.get(cell))
    cell.classList.add(MARK)
    const end = () => {
      cell.classList.remove(MARK)
      this.marks.delete(cell)
    }
    this.marks.set(cell, setTimeout(end, MARKED_MS))
  }
}

/** Ignores rows that are added, removed or moved, which are changes to the table body. */
function changedCells(records: readonly MutationRecord[]): ReadonlySet<HTMLElement> {
  const cells = new Set<HTMLElement>()
  for (const { target } of records) {
    const element = target instanceof Element ? target : target.parentElement
    const cell = element?.closest<HTMLElement>('tr.data > td:not(.screen-only)')
    if (cell) cells.add(cell)
  }
  return cells
}
