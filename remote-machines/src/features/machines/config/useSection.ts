import { useState } from 'react'
import type { ConfigSection } from '@console/shared-kernel/contracts'
import { sectionOf, type ConfigField } from './configForm'

/** The section that is shown. `openField` also focuses a field, if it can be focused. */
export function useSection(setFocus: (name: ConfigField) => void) {
  const [section, setSection] = useState<ConfigSection>('General')
  const openField = (name: ConfigField) => {
    setSection(sectionOf(name))
    // after its section is rendered
    requestAnimationFrame(() => setFocus(name))
  }
  return { section, setSection, openField }
}
