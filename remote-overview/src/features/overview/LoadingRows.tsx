import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'

/** Placeholder rows with a name and a figure, shown while loading. Heights are in pixels. */
export const LoadingRows = ({ count, height }: { count: number; height: number }) => (
  <Stack>
    {Array.from({ length: count }, (_, index) => (
      <Stack
        key={index}
        direction="row"
        sx={{ height, alignItems: 'center', justifyContent: 'space-between' }}
      >
        <Skeleton width="45%" />
        <Skeleton width={72} />
      </Stack>
    ))}
  </Stack>
)
