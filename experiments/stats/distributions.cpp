#include "experiments/stats/distributions.hpp"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace atl::stats {
namespace bm = boost::math;

double normal_cdf(double z) { return bm::cdf(bm::normal_distribution<double>(), z); }
double normal_quantile(double p) { return bm::quantile(bm::normal_distribution<double>(), p); }

double t_cdf(double t, double df) { return bm::cdf(bm::students_t_distribution<double>(df), t); }
double t_quantile(double p, double df) { return bm::quantile(bm::students_t_distribution<double>(df), p); }

double chi_squared_quantile(double p, double df) { return bm::quantile(bm::chi_squared_distribution<double>(df), p); }
double f_upper(double x, double df1, double df2) {
  return bm::cdf(bm::complement(bm::fisher_f_distribution<double>(df1, df2), x));
}

double beta_cdf(double x, double a, double b) { return bm::cdf(bm::beta_distribution<double>(a, b), x); }
double beta_quantile(double p, double a, double b) { return bm::quantile(bm::beta_distribution<double>(a, b), p); }

}  // namespace atl::stats
