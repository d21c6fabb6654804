/// The few probability distributions the harness needs, computed by Boost.Math in one source file.
/// Probabilities are in [0, 1]; quantiles require 0 < p < 1; degrees of freedom and shapes are positive reals.
#pragma once

namespace atl::stats {

double normal_cdf(double z);
double normal_quantile(double p);

/// Student's t with `df` degrees of freedom.
double t_cdf(double t, double df);
double t_quantile(double p, double df);

double chi_squared_quantile(double p, double df);

/// P(X > x), accurate in the far tail. x >= 0.
double f_upper(double x, double df1, double df2);

/// The beta distribution on [0, 1].
double beta_cdf(double x, double a, double b);
double beta_quantile(double p, double a, double b);

}  // namespace atl::stats
