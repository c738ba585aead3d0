"""What is told of figures: a line each, and whether it is as it should be."""


class Figures:
    def __init__(self, loud):
        self.loud, self.missed, self.rows = loud, 0, []

    def tell(self, what, value, unit, target, ground, more=False):
        """More: at least the target, else at most."""
        reached = value >= target if more else value <= target
        self.missed += not reached
        self.rows.append((what, unit, value, ground))
        if self.loud:
            print(f"{what:<39} {value:12.2f} {unit:<3}  target {'>=' if more else '<='} {target:<8} "
                  f"{'reached' if reached else 'MISSED':<8} {ground}", flush=True)
