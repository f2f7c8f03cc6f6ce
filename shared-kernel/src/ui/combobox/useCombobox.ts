import { useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { indexAfterKey } from '../../domain/navigationKeys'
import { foldCase } from '../../domain/search'

export interface ComboboxSource<Option> {
  options: readonly Option[]
  onSearch: (text: string) => void
  /** Resolves to the options of the last search. */
  settled: () => Promise<readonly Option[]>
  optionLabel: (option: Option) => string
  chosen: Option | null
  unknown?: string | undefined
  onChoose: (option: Option | null) => void
}

/**
 * Only a whole word matches the empty value: one letter and Enter must not choose 'All ...' over a name.
 */
function findsEmptyValue(typed: string, emptyLabel: string): boolean {
  const [wanted, label] = [foldCase(typed.trim()), foldCase(emptyLabel)]
  return wanted === '' || (wanted.length >= label.split(' ')[0]!.length && label.startsWith(wanted))
}

/** The first row is the empty value. Not MUI's useAutocomplete, which needs all options in the document. */
export function useCombobox<Option>(source: ComboboxSource<Option> & { emptyLabel: string }) {
  const { options, onSearch, settled, emptyLabel, optionLabel, chosen, unknown, onChoose } = source
  const [open, setOpen] = useState(false)
  /** The typed text; null while the field shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [highlighted, setHighlighted] = useState(0)
  const emptyRows = findsEmptyValue(typed ?? '', emptyLabel) ? 1 : 0
  const count = options.length + emptyRows

  const show = () => {
    if (open) return
    setHighlighted(chosen === null ? 0 : options.indexOf(chosen) + 1)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
    onSearch('')
  }
  const optionAt = (index: number): Option | null => options[index - emptyRows] ?? null
  const choose = (index: number) => {
    close()
    onChoose(optionAt(index))
  }
  /** Enter may be pressed before the options for the last letter typed are found. */
  const chooseHighlighted = async () => {
    const option = (await settled())[highlighted - emptyRows]
    if (option === undefined && highlighted >= emptyRows) return
    close()
    onChoose(option ?? null)
  }

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setTyped(target.value)
    onSearch(target.value.trim())
    setHighlighted(0)
    setOpen(true)
    if (target.value === '' && (chosen !== null || unknown !== undefined)) onChoose(null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isClosing = event.key === 'Escape' || (event.altKey && event.key === 'ArrowUp')
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      show()
    } else if (isClosing) {
      // keeps the surrounding dialog open
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') {
      void chooseHighlighted()
    } else {
      const next = indexAfterKey(event.key, highlighted, count)
      if (next === null) return
      setHighlighted(next)
    }
    event.preventDefault()
  }

  return {
    open,
    text: typed ?? (chosen === null ? (unknown ?? '') : optionLabel(chosen)),
    count,
    highlighted,
    optionAt,
    choose,
    toggle: () => (open ? close() : show()),
    field: { onChange, onKeyDown, onBlur: close },
  }
}
