import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useFormState, useWatch, type Control } from 'react-hook-form'
import { CONFIG_SECTIONS, type ConfigSection } from '@console/shared-kernel/contracts'
import { invalidFields, sectionOf, type ConfigField, type ConfigForm } from './configForm'
import { ConfigFields } from './ConfigFields'
import { differingFields, type CommonConfig } from './otherConfig'

/** In pixels. Only the games section is taller, so the dialog seldom jumps. */
export const SECTIONS_HEIGHT = 352

interface Props {
  section: ConfigSection
  onSection: (section: ConfigSection) => void
  control: Control<ConfigForm>
  /** The configuration as loaded; fields that now differ from it are marked. */
  base: ConfigForm
  common: CommonConfig | undefined
}

const WRONG_ID = 'section-wrong'
const CHANGED_ID = 'section-changed'

/** Visible without colour, and not part of the section's accessible name. */
const mark = (sign: string) => ({
  '&::after': {
    content: [`"${sign}"`, `"${sign}" / ""`],
    position: 'absolute' as const,
    right: { xs: 2, sm: 6 },
    fontWeight: 'fontWeightBold',
  },
})
const WRONG = { '&, &.Mui-selected': { color: 'error.main' }, ...mark('!') }
const CHANGED = mark('•')

/** The sections with errors and those with changes. */
function useMarkedSections(control: Control<ConfigForm>, base: ConfigForm) {
  const { errors } = useFormState({ control })
  const form = useWatch({ control }) as ConfigForm
  const withErrors = Object.keys(errors) as ConfigField[]
  return {
    invalid: new Set([...withErrors, ...invalidFields(form)].map(sectionOf)),
    changed: new Set(differingFields(base, form).map(sectionOf)),
  }
}

/** A menu of sections, and the fields of the selected one. */
export function ConfigSections({ section, onSection, control, base, common }: Props) {
  const { invalid, changed } = useMarkedSections(control, base)
  const stacked = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        gap: { xs: 1, sm: 3 },
        minHeight: { sm: SECTIONS_HEIGHT },
      }}
    >
      <Tabs
        orientation={stacked ? 'horizontal' : 'vertical'}
        variant="scrollable"
        allowScrollButtonsMobile
        value={section}
        onChange={(_event, next: ConfigSection) => onSection(next)}
        aria-label="Sections"
        sx={{
          flexShrink: 0,
          borderRight: { sm: 1 },
          borderColor: { sm: 'divider' },
          // aligns the first tab with the title
          '& .MuiTabs-scrollButtons.Mui-disabled': { width: 0 },
        }}
      >
        {CONFIG_SECTIONS.map((name) => (
          <Tab
            key={name}
            value={name}
            label={name}
            id={`section-${name}`}
            aria-controls={`panel-${name}`}
            {...((invalid.has(name) || changed.has(name)) && {
              'aria-describedby': invalid.has(name) ? WRONG_ID : CHANGED_ID,
            })}
            sx={[
              {
                flexDirection: 'row',
                justifyContent: { sm: 'flex-start' },
                minWidth: 0,
                px: { xs: 1.25, sm: 2 },
              },
              invalid.has(name) ? WRONG : changed.has(name) && CHANGED,
            ]}
          />
        ))}
      </Tabs>
      <span id={WRONG_ID} hidden>
        Has an error
      </span>
      <span id={CHANGED_ID} hidden>
        Changed
      </span>
      {CONFIG_SECTIONS.map((name) => {
        return (
          <Box
            key={name}
            role="tabpanel"
            id={`panel-${name}`}
            aria-labelledby={`section-${name}`}
            hidden={name !== section}
            // the first field's label overlaps its top edge
            sx={{ flexGrow: 1, minWidth: 0, pt: 1 }}
          >
            {/* all sections but the games stay mounted, so that hidden fields are validated too */}
            {(name !== 'Games' || name === section) && (
              <ConfigFields control={control} section={name} base={base} common={common} />
            )}
          </Box>
        )
      })}
    </Box>
  )
}
