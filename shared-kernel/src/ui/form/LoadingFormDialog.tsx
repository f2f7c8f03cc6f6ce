import type { ReactNode } from 'react'
import Box from '@mui/material/Box'
import type { DialogProps } from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { CentredSpinner, RetryAlert } from '../stateViews'
import { FormDialog } from './FormDialog'

interface Props {
  title: ReactNode
  subtitle?: ReactNode
  submitLabel: string
  loadingText: string
  maxWidth?: DialogProps['maxWidth']
  /** The height of the form, so that the dialog does not jump. */
  minHeight?: Partial<Record<'sm' | 'md', number>>
  /** Null while it is loading. */
  failure: string | null
  onRetry: () => void
  retrying: boolean
  onClose: () => void
}

/** The height of the spinner with its text, in pixels. */
const SPINNER_HEIGHT = 264

/** Replaces a form until its initial values are loaded. */
export function LoadingFormDialog(props: Props) {
  const { title, subtitle, submitLabel, loadingText, maxWidth, minHeight } = props
  const { failure, onRetry, retrying, onClose } = props
  return (
    <FormDialog
      title={title}
      subtitle={subtitle}
      submitLabel={submitLabel}
      maxWidth={maxWidth}
      changed={false}
      canSubmit={false}
      onSubmit={() => Promise.resolve()}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          alignContent: 'center',
          // a failure is no taller than its text
          ...(failure === null && { minHeight: { xs: SPINNER_HEIGHT, ...minHeight } }),
        }}
      >
        {failure === null ? (
          <>
            <CentredSpinner label={loadingText} />
            <Typography sx={{ textAlign: 'center' }}>{loadingText}</Typography>
          </>
        ) : (
          <RetryAlert message={failure} onRetry={onRetry} busy={retrying} />
        )}
      </Box>
    </FormDialog>
  )
}
