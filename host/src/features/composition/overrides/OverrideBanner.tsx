import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useStore } from '@console/shared-kernel/core'
import { useComposition } from '../createComposition'

/** So that a developer's release is not mistaken for the deployed one. */
export function OverrideBanner() {
  const { overrides } = useComposition()
  const { active, notices } = useStore(overrides.state)
  // the browser asks first if a changed form would be lost
  const reset = () => {
    overrides.forgetAll()
    location.reload()
  }
  return (
    <>
      {active.length > 0 && (
        <Alert
          severity="warning"
          variant="filled"
          role="status"
          sx={{ borderRadius: 0 }}
          action={
            <Button color="inherit" size="small" onClick={reset}>
              Restablecer
            </Button>
          }
        >
          <Typography variant="body2" sx={{ fontWeight: 500 }}>
            Solo en esta pestaña:
          </Typography>
          {active.map(({ remote, address, version, build }) => (
            <Typography key={remote} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {`${remote} viene de ${address} (${version}, ${build})`}
            </Typography>
          ))}
        </Alert>
      )}
      {notices.map((notice) => (
        <Alert
          key={notice}
          severity="warning"
          role="alert"
          sx={{ borderRadius: 0 }}
          closeText="Cerrar aviso"
          onClose={() => overrides.closeNotice(notice)}
        >
          {notice}
        </Alert>
      ))}
    </>
  )
}
